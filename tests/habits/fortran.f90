! SPDX-License-Identifier: BSD-3-Clause
! A Fortran program: a word of its command line on every rank, and what the kernel says of the rank.
module kernel
  use, intrinsic :: iso_c_binding
  implicit none
  interface
     function kernel_getrank() bind(c, name='Kernel_GetRank') result(rank)
       import :: c_int32_t
       integer(c_int32_t) :: rank
     end function kernel_getrank
     function kernel_rankstocoords(bytes, map, ranks) bind(c, name='Kernel_RanksToCoords') result(status)
       import :: c_int32_t, c_int64_t, c_size_t
       integer(c_size_t), value :: bytes
       integer(c_int32_t) :: map(*)
       integer(c_int64_t) :: ranks
       integer(c_int32_t) :: status
     end function kernel_rankstocoords
  end interface
end module kernel

program main
  use kernel
  implicit none
  integer(c_int64_t) :: ranks
  integer(c_int32_t) :: map(64)
  character(16) :: word
  call get_command_argument(1, word)
  if (kernel_rankstocoords(256_c_size_t, map, ranks) /= 0) stop 3
  write (*, '(a, i0, a, i0, 2a)') 'rank ', kernel_getrank(), ' of ', ranks, ': ', trim(word)
end program main
