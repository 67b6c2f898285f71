/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * APElink, dialect `apenet` (apenet/link/): one direction, with CREDITs and NACKs in the other one. A packet is START,
 * header, one payload word and footer; MAGIC is part of its control word. Faults damage or lose words in both
 * directions, and put words of a CREDIT with a damaged MAGIC between any two words. All packets arrive once and in
 * order with their header and footer; a damaged payload is flagged; a sender without credit sends its last footer again,
 * and gets a CREDIT; the FIFO never has more packets than its depth.
 * Words carry the number of the packet among all; the receiver calculates with the numbers modulo NUMBERS, and
 * compares words as checksums do.
 *
 * @config one -DPACKETS=5 -DFAULTS=1
 * @config two -DPACKETS=2 -DFAULTS=2
 *
 * @mutant FOOTER_BLIND one     a footer in place counts if its checksum is right
 * @mutant NO_TIMER one         nothing is sent again without a NACK
 * @mutant NO_PROBE one         a sender without credit waits for the next CREDIT
 * @mutant NO_GAP one           missing numbers of packets are not noticed
 * @mutant UNORDERED one        a header is released before an earlier one
 * @mutant STAYS_OPEN one       START inside a packet does not end it
 * @mutant ADDED_CREDIT one     a CREDIT carries the packets freed since the last one
 * @mutant BLIND_AGAIN two      a resent footer counts without a check
 */
#define NUMBERS 4
#define WINDOW  2
#define DEPTH   2

#define NUMBER(n)              ((n) % NUMBERS)
#define AHEAD(number, from)    (((number) + NUMBERS - (from)) % NUMBERS)

/* Words: controls, data words, a damaged word, a control word that is taken for data, a gap. */
mtype = { START, AGAIN_HEADER, AGAIN_FOOTER, HEADER, PAYLOAD, FOOTER, BAD, CONTROL, GAP };
mtype = { CREDIT, NACK_HEADER, NACK_FOOTER };
mtype = { OUTSIDE, AT_HEADER, AT_PAYLOAD, AT_FOOTER, AT_BODY, RESENT_HEADER, RESENT_FOOTER };

chan wire = [3] of { mtype, byte };
chan back = [3] of { mtype, byte, byte, byte };

byte faults = FAULTS;
bool is_credit_due; /* a resend has arrived: the sender may have missed an acknowledgement */

/* ---- sender ---- */

byte next, acked_header, acked_footer, freed_known; /* of all packets */
bool resend_header[PACKETS], resend_footer[PACKETS];
byte tries;

inline put_data(kind, n)
{
    if
    :: wire!kind(n)
    :: atomic { faults > 0 -> faults-- }; wire!BAD(0)
    :: atomic { faults > 0 -> faults-- }; wire!GAP(0)
    :: atomic { faults > 0 -> faults-- }; wire!BAD(0); wire!CONTROL(0); wire!kind(n) /* a CREDIT without its MAGIC */
    fi
}

inline put_control(kind, n)
{
    if
    :: wire!kind(n)
    :: atomic { faults > 0 -> faults-- } /* dropped */
    :: atomic { faults > 0 -> faults-- }; wire!BAD(0); wire!CONTROL(0)
    :: atomic { faults > 0 -> faults-- }; wire!GAP(0)
    fi
}

/* Numbers that were not sent are ignored. */
inline take_credit(header, footer, freed)
{
    d_step {
        if
        :: header <= next && footer <= header && header >= acked_header && footer >= acked_footer ->
            if
            :: header > acked_header || footer > acked_footer -> tries = 0
            :: else
            fi;
            acked_header = header;
            acked_footer = footer;
#ifdef MUTANT_ADDED_CREDIT
            freed_known = freed_known + freed
#else
            freed_known = (freed > freed_known -> freed : freed_known)
#endif
        :: else
        fi
    }
}

#define MAY_OPEN (next < PACKETS && next - freed_known < DEPTH && next - acked_footer < WINDOW)

proctype sender()
{
    byte a, b, c;
    do
    :: back?CREDIT(a, b, c) -> take_credit(a, b, c)
    :: back?NACK_HEADER(a, _, _) -> resend_header[a] = (a >= acked_header)
    :: back?NACK_FOOTER(a, _, _) -> resend_footer[a] = (a >= acked_footer)
    :: MAY_OPEN ->
        a = next;
        next++;
        put_control(START, a);
        put_data(HEADER, a);
        put_data(PAYLOAD, a);
        put_data(FOOTER, a)
    :: acked_header < next && resend_header[acked_header] ->
        a = acked_header;
        resend_header[a] = false;
        put_control(AGAIN_HEADER, a);
        put_data(HEADER, a)
    :: acked_header + 1 < next && resend_header[acked_header + 1] ->
        a = acked_header + 1;
        resend_header[a] = false;
        put_control(AGAIN_HEADER, a);
        put_data(HEADER, a)
    :: acked_footer < next && resend_footer[acked_footer] ->
        a = acked_footer;
        resend_footer[a] = false;
        put_control(AGAIN_FOOTER, a);
        put_data(FOOTER, a)
    :: acked_footer + 1 < next && resend_footer[acked_footer + 1] ->
        a = acked_footer + 1;
        resend_footer[a] = false;
        put_control(AGAIN_FOOTER, a);
        put_data(FOOTER, a)
#ifndef MUTANT_NO_TIMER
    :: timeout && acked_footer < next ->
        d_step {
            tries++;
            assert(tries <= FAULTS + 4); /* the link would be down */
            resend_footer[acked_footer] = true;
            if
            :: acked_header < next ->
                resend_header[acked_header] = true;
                resend_header[next - 1] = true
            :: else
            fi
        }
#endif
#ifndef MUTANT_NO_PROBE
    :: timeout && acked_footer == next && next < PACKETS && next - freed_known >= DEPTH ->
        d_step {
            tries++;
            assert(tries <= FAULTS + 4)
        };
        put_control(AGAIN_FOOTER, next - 1);
        put_data(FOOTER, next - 1)
#endif
    :: acked_footer == PACKETS -> break
    od;
    end: do
    :: back?_, _, _, _
    od
}

/* ---- receiver ---- */

byte expected;                       /* number of the next START */
byte next_header, next_footer;       /* of all packets: released, complete */
byte header[NUMBERS], footer[NUMBERS];
bool has_header[NUMBERS], has_footer[NUMBERS], is_right[NUMBERS], is_open[NUMBERS];
bool asks_header[NUMBERS], asks_footer[NUMBERS];
byte stored, freed;
byte reported_header, reported_footer, reported_freed;

/* Opens a number. */
inline open(number)
{
    has_header[number] = false;
    header[number] = PACKETS;
    has_footer[number] = false;
    is_right[number] = false;
    is_open[number] = false;
    asks_header[number] = false;
    asks_footer[number] = false;
    stored++;
    assert(stored <= DEPTH);
    expected = NUMBER(expected + 1) /* last: it may be the argument */
}

/* Opens the expected number as a packet without START. */
inline miss()
{
    open(expected);
    asks_header[NUMBER(expected + NUMBERS - 1)] = true;
    asks_footer[NUMBER(expected + NUMBERS - 1)] = true
}

#ifdef MUTANT_UNORDERED
#define IS_NEXT (has_header[NUMBER(next_header)] || has_header[NUMBER(next_header + 1)])
#else
#define IS_NEXT has_header[NUMBER(next_header)]
#endif

/* Moves packets to the FIFO, and completes them in order. */
inline settle()
{
    do
    :: next_header < PACKETS && NUMBER(next_header) != expected && IS_NEXT ->
        assert(header[NUMBER(next_header)] == next_header);
        next_header++
    :: next_footer < next_header && has_footer[NUMBER(next_footer)] && !is_open[NUMBER(next_footer)] ->
        assert(footer[NUMBER(next_footer)] == next_footer);
        assert(is_right[NUMBER(next_footer)] || faults < FAULTS);
        has_header[NUMBER(next_footer)] = false;
        has_footer[NUMBER(next_footer)] = false;
        next_footer++
    :: else -> break
    od
}

inline finish()
{
    if
    :: place == OUTSIDE || place == RESENT_HEADER || place == RESENT_FOOTER
    :: else ->
        is_open[number] = false;
        if
        :: place == AT_HEADER -> asks_header[number] = true
        :: else
        fi;
        if
        :: !has_footer[number] -> asks_footer[number] = true
        :: else
        fi
    fi;
    place = OUTSIDE;
    settle()
}

inline take_start(n, again)
{
#ifdef MUTANT_STAYS_OPEN
    if
    :: again == START || place == OUTSIDE -> finish()
    :: else -> place = place
    fi;
#else
    finish();
#endif
    if
    :: AHEAD(NUMBER(n), NUMBER(next_footer)) >= WINDOW -> place = OUTSIDE
    :: AHEAD(NUMBER(n), NUMBER(next_footer)) < AHEAD(expected, NUMBER(next_footer)) && again == START ->
        place = OUTSIDE
    :: else ->
#ifndef MUTANT_NO_GAP
        do
        :: AHEAD(NUMBER(n), NUMBER(next_footer)) > AHEAD(expected, NUMBER(next_footer)) ||
           (again != START && NUMBER(n) == expected) ->
            miss()
        :: else -> break
        od;
#endif
        number = NUMBER(n);
        sum = n;
        if
        :: again == START ->
#ifdef MUTANT_NO_GAP
            expected = number;
#endif
            open(number);
            is_open[number] = true;
            place = AT_HEADER
        :: again == AGAIN_HEADER -> place = RESENT_HEADER
        :: else -> place = RESENT_FOOTER
        fi
    fi
}

inline accept_header(n)
{
    has_header[number] = true;
    header[number] = n;
    asks_header[number] = false;
    settle()
}

/* A wrong word has the number PACKETS. */
#ifdef MUTANT_BLIND_AGAIN
#define IS_FOOTER true
#else
#define IS_FOOTER (kind == FOOTER)
#endif
#ifdef MUTANT_FOOTER_BLIND
#define IS_IN_PLACE (kind == FOOTER || kind == CONTROL)
#else
#define IS_IN_PLACE (kind == FOOTER && n == sum && is_right[number])
#endif
inline take_data(kind, n)
{
    if
    :: place == AT_HEADER && kind == HEADER && n == sum -> place = AT_PAYLOAD; accept_header(n)
    :: place == AT_HEADER && !(kind == HEADER && n == sum) -> asks_header[number] = true; place = AT_BODY
    :: place == AT_PAYLOAD -> is_right[number] = (kind == PAYLOAD && n == sum); place = AT_FOOTER
    :: place == AT_FOOTER ->
        if
        :: IS_IN_PLACE ->
            has_footer[number] = true;
            footer[number] = (kind == FOOTER -> n : PACKETS)
        :: else
        fi;
        finish()
    :: place == RESENT_HEADER ->
        place = OUTSIDE;
        if
        :: sum < next_header || has_header[number]
        :: !(sum < next_header || has_header[number]) && kind == HEADER && n == sum -> accept_header(n)
        :: else -> asks_header[number] = true
        fi
    :: place == RESENT_FOOTER ->
        place = OUTSIDE;
        if
        :: sum < next_footer || has_footer[number]
        :: !(sum < next_footer || has_footer[number]) && IS_FOOTER ->
            has_footer[number] = true;
            footer[number] = (kind == FOOTER -> n : PACKETS);
            asks_footer[number] = false;
            settle()
        :: else -> asks_footer[number] = true
        fi
    :: else /* outside, or the body of a packet without header: the footer is requested at its end */
    fi
}

/* A CREDIT or NACK is lost, or arrives once or twice. */
inline reply(kind, x, y, z)
{
    if
    :: back!kind(x, y, z)
    :: atomic { faults > 0 -> faults-- }
    :: atomic { faults > 0 && kind == CREDIT -> faults-- }; back!kind(x, y, z); back!kind(x, y, z)
    fi
}

/* The receiver does not wait for the line of its replies: it always takes words. */
#define MAY_REPLY (len(back) < 2)

/* The packet of all with a number of the window. */
#define ABSOLUTE(number) (next_footer + AHEAD(number, NUMBER(next_footer)))

proctype receiver()
{
    mtype kind, place = OUTSIDE;
    byte n, number, sum;
    end: do
    :: wire?kind(n) ->
        d_step {
            if
            :: kind == GAP -> finish()
            :: kind == START || kind == AGAIN_HEADER || kind == AGAIN_FOOTER ->
                is_credit_due = (is_credit_due || kind != START);
                take_start(n, kind)
            :: else -> take_data(kind, n)
            fi;
            kind = BAD;
            n = 0
        }
    :: freed < next_footer -> d_step { freed++; stored-- } /* the router takes a packet */
    :: atomic { MAY_REPLY && asks_header[0] -> asks_header[0] = false; n = ABSOLUTE(0) }; reply(NACK_HEADER, n, 0, 0); n = 0
    :: atomic { MAY_REPLY && asks_header[1] -> asks_header[1] = false; n = ABSOLUTE(1) }; reply(NACK_HEADER, n, 0, 0); n = 0
    :: atomic { MAY_REPLY && asks_header[2] -> asks_header[2] = false; n = ABSOLUTE(2) }; reply(NACK_HEADER, n, 0, 0); n = 0
    :: atomic { MAY_REPLY && asks_header[3] -> asks_header[3] = false; n = ABSOLUTE(3) }; reply(NACK_HEADER, n, 0, 0); n = 0
    :: atomic { MAY_REPLY && asks_footer[0] -> asks_footer[0] = false; n = ABSOLUTE(0) }; reply(NACK_FOOTER, n, 0, 0); n = 0
    :: atomic { MAY_REPLY && asks_footer[1] -> asks_footer[1] = false; n = ABSOLUTE(1) }; reply(NACK_FOOTER, n, 0, 0); n = 0
    :: atomic { MAY_REPLY && asks_footer[2] -> asks_footer[2] = false; n = ABSOLUTE(2) }; reply(NACK_FOOTER, n, 0, 0); n = 0
    :: atomic { MAY_REPLY && asks_footer[3] -> asks_footer[3] = false; n = ABSOLUTE(3) }; reply(NACK_FOOTER, n, 0, 0); n = 0
    :: MAY_REPLY && (is_credit_due || reported_header != next_header || reported_footer != next_footer || reported_freed != freed) ->
        atomic {
            is_credit_due = false;
            reported_header = next_header;
            reported_footer = next_footer;
#ifdef MUTANT_ADDED_CREDIT
            n = freed - reported_freed;
#else
            n = freed;
#endif
            reported_freed = freed
        };
        reply(CREDIT, reported_header, reported_footer, n);
        n = 0
    od
}

init {
    atomic {
        run sender();
        run receiver()
    }
}
