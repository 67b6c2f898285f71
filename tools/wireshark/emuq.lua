-- SPDX-License-Identifier: BSD-3-Clause
-- Dissects the packets of Blue Gene/Q's network, as `emuq-trace convert --pcapng` writes them.
--   tshark -X lua_script:emuq.lua -r FILE
--   tshark -X lua_script:emuq.lua -o emuq.pami:TRUE -r FILE     memory-FIFO packets are those of PAMI
--   tshark -X lua_script:emuq.lua -q -z conv,eth -r FILE        which node has sent how much to which
-- Link type USER0 is a packet: 32 bytes of header, 12 for the network and 20 for the Message Unit, and 0 to 512 bytes of
-- payload in chunks of 32. USER1 is a store to the control register of a global interrupt: two bytes of route and eight
-- of the register. Numbers are little-endian, as EMUQ's hosts write them. The interface of the capture
-- (frame.interface_name) is the node that sends.
--
-- Nodes have addresses, so that conversations, endpoints and address filters know them: 0e:A:B:C:D:E, the coordinates.
-- What goes to many has the address of a group: 0f:00:00:00:00:R for class route R, 0f:00:00:00:01:R for global
-- interrupt R.

local emuq = Proto("emuq", "Blue Gene/Q packet")
local gi = Proto("emuq_gi", "Blue Gene/Q global interrupt")

local CHUNK, HEADER, MOST_CHUNKS, DESCRIPTOR = 32, 32, 16, 64
local PT2PT, COLLECTIVE = 0x55, 0x5a
local FIFO, PUT, GET = 0, 1, 2
local FIFOS, ENTRIES = 272, 544 -- of a node: reception FIFOs; table entries, and injection FIFOs
local ROUTES, WIRES = 16, 7     -- of a node; bits of a global interrupt
local MOST_PA = 37              -- bits of an address and of a length
local DISPATCHES = 240          -- of PAMI: what is not below is the message layer's own
local START = 16                -- bytes in front of the header of a long PAMI message

local data_types = { [PT2PT] = "point to point", [COLLECTIVE] = "collective" }
local packet_types = { [0] = "memory FIFO", [1] = "direct put", [2] = "remote get", [3] = "paced remote get" }
local opcodes = {
    [0] = "and", [1] = "or", [2] = "xor", [4] = "unsigned add", [5] = "unsigned minimum", [6] = "unsigned maximum",
    [8] = "signed add", [9] = "signed minimum", [10] = "signed maximum",
    [12] = "floating-point add", [13] = "floating-point minimum", [14] = "floating-point maximum",
}
local words = { [0] = "4 bytes", "8 bytes", "16 bytes", "32 bytes", "64 bytes", "128 bytes", "256 bytes", "512 bytes" }
local collective_types = { [0] = "broadcast", [2] = "all-reduce", [3] = "reduce" }
local channels = {
    [0] = "dynamic", [1] = "deterministic", [2] = "high priority", [3] = "system", [4] = "collective, user",
    [5] = "collective, subcommunicator", [6] = "collective, system",
}
local io_ports = { [0] = "none", [1] = "torus port 6", [2] = "torus port 7", [3] = "I/O port" }
local directions = { "A-", "A+", "B-", "B+", "C-", "C+", "D-", "D+", "E-", "E+" }
local map_names = { "csystem", "cuser", "system", "priority", "local1", "local0", "e_plus", "e_minus", "d_plus", "d_minus",
    "c_plus", "c_minus", "b_plus", "b_minus", "a_plus", "a_minus" } -- from bit 0 on

-- ---- fields ----

local f = emuq.fields

-- A field of some bits; those that no one has a meaning for are fields, too.
local function bits(name, text, mask, values)
    local kind = mask > 0xffffffff and "uint64" or mask > 0xffff and "uint32" or mask > 0xff and "uint16" or "uint8"
    return ProtoField[kind]("emuq." .. name, text, base.DEC, values, mask)
end
local function bit8(name, text, mask)
    return ProtoField.bool("emuq." .. name, text, 8, nil, mask)
end

f.source = ProtoField.string("emuq.source", "Source")
f.data = ProtoField.uint8("emuq.data", "Data packet type", base.HEX, data_types)
f.hints = ProtoField.uint8("emuq.hints", "Hints of A to D", base.HEX)
f.hint_e = ProtoField.uint8("emuq.hints_e", "Hints of E", base.HEX, nil, 0xc0)
f.io = bit8("io", "To the I/O node", 0x20)
f.from_io = bits("from_io", "From the I/O node, by", 0x18, io_ports)
f.dynamic = bit8("dynamic", "Dynamic routing", 0x04)
f.deposit = bit8("deposit", "Deposit", 0x02)
f.interrupt = bit8("interrupt", "Interrupt on arrival", 0x01)
f.channel = bits("channel", "Virtual channel", 0xe0, channels)
f.zone = bits("zone", "Zone", 0x18)
f.bubble = bit8("bubble", "Stay on bubble", 0x04)
f.reserved_3 = bits("reserved_3", "Reserved", 0x03)
f.opcode = bits("opcode", "Operation", 0xf0, opcodes)
f.word = bits("word_length", "Word length", 0x0f, words)
f.route = bits("route", "Class route", 0xf0)
f.reserved_2 = bits("reserved_2", "Reserved", 0x0e)
f.collective = bits("collective", "Collective", 0x18, collective_types)
f.reserved_3c = bits("reserved_3c", "Reserved", 0x07)
f.destination = ProtoField.string("emuq.destination", "Destination")
f.reserved_4 = bits("reserved_4", "Reserved", 0xc0000000)
f.a = bits("a", "A", 0x3f000000)
f.b = bits("b", "B", 0x00fc0000)
f.c = bits("c", "C", 0x0003f000)
f.d = bits("d", "D", 0x00000fc0)
f.e = ProtoField.uint32("emuq.e", "E", base.DEC, nil, 0x0000003f)
f.type = bits("type", "Packet type", 0xc0, packet_types)
f.reserved_8 = bits("reserved_8", "Reserved", 0x20)
f.size = bits("size", "Chunks of payload", 0x1f)
f.network = ProtoField.uint16("emuq.network", "The network's own", base.HEX)
f.skip = ProtoField.uint8("emuq.skip", "Words without checksum", base.DEC)
f.software_bit = ProtoField.bool("emuq.software_bit", "Software bit", 16, nil, 0x0020)
f.reserved_12 = ProtoField.uint16("emuq.reserved_12", "Reserved", base.DEC, nil, 0x8000)
f.fifo = ProtoField.uint16("emuq.fifo", "Reception FIFO", base.DEC, nil, 0x7fc0)
f.offset = ProtoField.uint64("emuq.offset", "Put offset", base.HEX)
f.software = ProtoField.bytes("emuq.software", "Software bytes")
f.id = ProtoField.uint8("emuq.function", "Receive function", base.DEC)
f.payload_id = ProtoField.uint16("emuq.payload_id", "Table entry of the target", base.DEC, nil, 0xffc0)
f.pacing = ProtoField.bool("emuq.pacing", "Paced", 16, nil, 0x0020)
f.unused_18 = ProtoField.uint16("emuq.unused_18", "Unused", base.DEC, nil, 0xfc00)
f.counter_id = ProtoField.uint16("emuq.counter_id", "Table entry of the counter", base.DEC, nil, 0x03ff)
f.valid = ProtoField.uint16("emuq.valid", "Valid bytes", base.DEC)
f.unused_22 = ProtoField.uint16("emuq.unused_22", "Unused", base.HEX)
f.counter_offset = ProtoField.uint64("emuq.counter_offset", "Counter offset", base.HEX)
f.rget_fifo = ProtoField.uint16("emuq.rget_fifo", "Injection FIFO", base.DEC, nil, 0xffc0)
f.unused_12 = ProtoField.uint16("emuq.unused_12", "Unused", base.DEC, nil, 0x003f)
f.unused_14 = ProtoField.bytes("emuq.unused_14", "Unused")
f.descriptors = ProtoField.uint32("emuq.descriptors", "Descriptors", base.DEC)
f.payload = ProtoField.bytes("emuq.payload", "Payload")
f.padding = ProtoField.bytes("emuq.padding", "Padding to the chunk")

f.d_unused_0 = ProtoField.uint32("emuq.descriptor.unused_0", "Unused", base.HEX, nil, 0xfffffffe)
f.d_prefetch = ProtoField.bool("emuq.descriptor.prefetch", "Prefetch only", 32, nil, 1)
f.d_unused_4 = ProtoField.uint32("emuq.descriptor.unused_4", "Unused", base.HEX, nil, 0xfffffffe)
f.d_interrupt = ProtoField.bool("emuq.descriptor.interrupt", "Interrupt", 32, nil, 1)
f.d_payload = ProtoField.uint64("emuq.descriptor.payload", "Address of the payload", base.HEX)
f.d_length = ProtoField.uint64("emuq.descriptor.length", "Bytes of the message", base.DEC)
f.d_map = ProtoField.uint64("emuq.descriptor.map", "Network injection FIFOs", base.HEX)
for i, name in ipairs(map_names) do
    f["d_map_" .. name] = ProtoField.bool("emuq.descriptor.map." .. name, name, 64, nil, bit.lshift(1, i - 1))
end

local pami_kinds = {
    [0] = "single", [1] = "eager first", [2] = "request to send", [3] = "continuation", [4] = "received", [5] = "done",
    [6] = "credit", [7] = "taken", [8] = "combined",
}
local pami_ids = {}
for i = 0, DISPATCHES - 1 do
    pami_ids[i] = "the program's"
end
for i, name in ipairs { "put", "typed put", "get", "typed get", "data got", "read-modify-write",
    "result of a read-modify-write", "fence", "fence done", "collective", "agreement", "active-message collective" } do
    pami_ids[DISPATCHES + i - 1] = name
end
f.p_credit = bit8("pami.credit", "Asks for a credit", 0x80)
f.p_flags = bits("pami.flags", "Unused", 0x70)
f.p_kind = bits("pami.kind", "Kind", 0x0f, pami_kinds)
f.p_id = ProtoField.uint8("emuq.pami.dispatch", "Dispatch id", base.DEC, pami_ids)
f.p_origin = ProtoField.uint32("emuq.pami.origin", "Endpoint that sends", base.HEX)
f.p_task = ProtoField.uint32("emuq.pami.task", "Task", base.DEC, nil, 0x007fffff)
f.p_context = ProtoField.uint32("emuq.pami.context", "Context", base.DEC, nil, 0xff800000)
f.p_word = ProtoField.uint64("emuq.pami.word", "Word", base.HEX)
f.p_unused = ProtoField.uint32("emuq.pami.unused", "Unused", base.HEX)
f.p_request = ProtoField.uint32("emuq.pami.request", "Request", base.DEC)
f.p_key = ProtoField.uint64("emuq.pami.key", "Key of the geometry", base.HEX)
f.p_number = ProtoField.uint32("emuq.pami.number", "Number of the collective", base.DEC)
f.p_rank = ProtoField.uint32("emuq.pami.rank", "Rank that sends", base.DEC)
f.p_header_bytes = ProtoField.uint32("emuq.pami.header_bytes", "Bytes of header", base.DEC)
f.p_data_bytes = ProtoField.uint64("emuq.pami.data_bytes", "Bytes of data", base.DEC)
f.p_address = ProtoField.uint64("emuq.pami.address", "Address of the data", base.HEX)
f.p_at = ProtoField.uint64("emuq.pami.at", "Bytes of the stream before", base.DEC)
f.p_header = ProtoField.bytes("emuq.pami.header", "Header")
f.p_between = ProtoField.bytes("emuq.pami.between", "Padding")
f.p_data = ProtoField.bytes("emuq.pami.data", "Data")

f.descriptors_cut = ProtoField.bytes("emuq.descriptor.cut", "Part of a descriptor")

local g = gi.fields
g.source = ProtoField.string("emuq_gi.source", "Source")
g.bytes = ProtoField.bytes("emuq_gi.bytes", "Bytes")
g.route = ProtoField.uint16("emuq_gi.route", "Class route", base.DEC)
g.unused = ProtoField.uint32("emuq_gi.unused", "Unused", base.HEX, nil, 0xfffffff8)
g.wires = ProtoField.uint32("emuq_gi.wires", "Wires that are set", base.HEX, nil, 7)
g.high = ProtoField.uint32("emuq_gi.high", "Unused", base.HEX)

local malformed = ProtoExpert.new("emuq.malformed", "Malformed packet", expert.group.MALFORMED, expert.severity.ERROR)
emuq.experts = { malformed }
local gi_malformed = ProtoExpert.new("emuq_gi.malformed", "Malformed packet", expert.group.MALFORMED, expert.severity.ERROR)
gi.experts = { gi_malformed }

emuq.prefs.pami = Pref.bool("Packets of PAMI", false,
    "The software bytes of memory-FIFO packets are those of PAMI, also where the capture does not say so")

local function refuse(tree, what)
    tree:add_proto_expert_info(malformed, what)
end

-- ---- addresses ----

local interface_name, interface_description = Field.new("frame.interface_name"), Field.new("frame.interface_description")
local ethernet = Dissector.get("eth_withoutfcs")

local function text_of(field)
    local info = field()
    return info ~= nil and tostring(info.value) or ""
end

-- Coordinates of the sending node; nil if the capture has none.
local function source()
    local a, b, c, d, e = text_of(interface_name):match("%((%d+),(%d+),(%d+),(%d+),(%d+)%)")
    return a and { tonumber(a), tonumber(b), tonumber(c), tonumber(d), tonumber(e) }
end

-- Coordinates of a destination word, 6 bits each, A first.
local function coordinates(word)
    return { bit.band(bit.rshift(word, 24), 63), bit.band(bit.rshift(word, 18), 63), bit.band(bit.rshift(word, 12), 63),
        bit.band(bit.rshift(word, 6), 63), bit.band(word, 63) }
end

local function name_of(at)
    return string.format("(%u,%u,%u,%u,%u)", at[1], at[2], at[3], at[4], at[5])
end

-- Has Wireshark count the packet between two addresses. Its Ethernet dissector does, and shows them as one more layer.
local function count(from, group, to, pinfo, root)
    local text = string.format("0e%02x%02x%02x%02x%02x", table.unpack(from))
    text = string.format("%02x%02x%02x%02x%02x%02x", group and 0x0f or 0x0e, table.unpack(to)) .. text .. "88b5"
    ethernet:call(ByteArray.new(text):tvb("Addresses"), pinfo, root)
end

-- ---- the network's part ----

local function point_to_point(tree, buffer)
    local hints, e, byte3 = buffer(1, 1):uint(), buffer(2, 1):uint(), buffer(3, 1):uint()
    local names, all = {}, hints * 4 + bit.rshift(e, 6)
    for i, name in ipairs(directions) do
        if bit.band(bit.rshift(all, 10 - i), 1) == 1 then
            names[#names + 1] = name
        end
    end
    tree:add(f.hints, buffer(1, 1)):append_text(#names ~= 0 and " (" .. table.concat(names, " ") .. ")" or "")
    for _, field in ipairs { f.hint_e, f.io, f.from_io, f.dynamic, f.deposit, f.interrupt } do
        tree:add(field, buffer(2, 1))
    end
    for _, field in ipairs { f.channel, f.zone, f.bubble, f.reserved_3 } do
        tree:add(field, buffer(3, 1))
    end
    if bit.rshift(byte3, 5) > 3 then
        refuse(tree, "a point-to-point packet on a virtual channel of collectives")
    end
    if bit.band(bit.band(all, bit.rshift(all, 1)), 0x155) ~= 0 then
        refuse(tree, "the hints name both directions of a dimension")
    end
end

local function collective(tree, buffer)
    local code, word = bit.rshift(buffer(1, 1):uint(), 4), bit.band(buffer(1, 1):uint(), 15)
    local kind, channel = bit.band(bit.rshift(buffer(3, 1):uint(), 3), 3), bit.rshift(buffer(3, 1):uint(), 5)
    tree:add(f.opcode, buffer(1, 1))
    tree:add(f.word, buffer(1, 1))
    for _, field in ipairs { f.route, f.reserved_2, f.interrupt } do
        tree:add(field, buffer(2, 1))
    end
    for _, field in ipairs { f.channel, f.collective, f.reserved_3c } do
        tree:add(field, buffer(3, 1))
    end
    if opcodes[code] == nil then
        refuse(tree, "there is no operation " .. code)
    end
    if words[word] == nil then
        refuse(tree, "an operand has no more than 512 bytes")
    elseif code >= 12 and word ~= 1 then
        refuse(tree, "operands of floating-point operations have 8 bytes")
    end
    if collective_types[kind] == nil then
        refuse(tree, "there is no collective of type " .. kind)
    end
    if channel < 4 or channel > 6 then
        refuse(tree, "a collective packet on a virtual channel of point-to-point packets")
    end
end

local function network(tree, buffer)
    local kind = buffer(0, 1):uint()
    local sub = tree:add(emuq, buffer(0, 12), "Network header, " .. (data_types[kind] or "unknown"))
    sub:add(f.data, buffer(0, 1))
    if kind == COLLECTIVE then
        collective(sub, buffer)
    else
        point_to_point(sub, buffer)
    end
    if data_types[kind] == nil then
        refuse(sub, "the first byte is that of no data packet")
    end
    local at = coordinates(buffer(4, 4):le_uint())
    local destination = sub:add(f.destination, buffer(4, 4), name_of(at))
    for _, field in ipairs { f.reserved_4, f.a, f.b, f.c, f.d, f.e } do
        destination:add_le(field, buffer(4, 4))
    end
    for _, field in ipairs { f.type, f.reserved_8, f.size } do
        sub:add(field, buffer(8, 1))
    end
    sub:add_le(f.network, buffer(9, 2))
    sub:add(f.skip, buffer(11, 1))
    return { data = kind, type = bit.rshift(buffer(8, 1):uint(), 6), chunks = bit.band(buffer(8, 1):uint(), 31), to = at,
        route = kind == COLLECTIVE and bit.rshift(buffer(2, 1):uint(), 4) or nil }
end

-- ---- the Message Unit's part ----

local function add_offset(tree, buffer)
    local high = bit.band(buffer(12, 2):le_uint(), 31)
    tree:add(f.offset, buffer(12, 6), UInt64(buffer(14, 4):le_uint(), high))
end

local function memory_fifo(tree, buffer, pami)
    local id = bit.band(bit.rshift(buffer(12, 2):le_uint(), 6), 511)
    for _, field in ipairs { f.reserved_12, f.fifo, f.software_bit } do
        tree:add_le(field, buffer(12, 2))
    end
    add_offset(tree, buffer)
    tree:add(f.software, buffer(18, 14))
    if not pami then
        tree:add(f.id, buffer(18, 1))
    end
    if id >= FIFOS then
        refuse(tree, "there is no reception FIFO " .. id)
    end
    return "reception FIFO " .. id
end

-- `chunks` nil: the header is that of a descriptor, and its Message Unit writes how many bytes are valid.
local function direct_put(tree, buffer, chunks)
    local id, valid = bit.rshift(buffer(12, 2):le_uint(), 6), buffer(20, 2):le_uint()
    local counter = bit.band(buffer(18, 2):le_uint(), 1023)
    tree:add_le(f.payload_id, buffer(12, 2))
    tree:add_le(f.pacing, buffer(12, 2))
    add_offset(tree, buffer)
    tree:add_le(f.unused_18, buffer(18, 2))
    tree:add_le(f.counter_id, buffer(18, 2))
    tree:add_le(f.valid, buffer(20, 2))
    tree:add_le(f.unused_22, buffer(22, 2))
    tree:add_le(f.counter_offset, buffer(24, 8))
    if id >= ENTRIES or counter >= ENTRIES then
        refuse(tree, "there is no base-address-table entry " .. math.max(id, counter))
    end
    if chunks ~= nil and (valid > chunks * CHUNK or valid + CHUNK <= chunks * CHUNK) then
        refuse(tree, valid .. " valid bytes are not in " .. chunks .. " chunks")
    end
    return (chunks ~= nil and valid .. " bytes, " or "") .. "table entry " .. id
end

local function remote_get(tree, buffer, chunks)
    local id = bit.rshift(buffer(12, 2):le_uint(), 6)
    tree:add_le(f.rget_fifo, buffer(12, 2))
    tree:add_le(f.unused_12, buffer(12, 2))
    tree:add(f.unused_14, buffer(14, 18))
    if id >= ENTRIES then
        refuse(tree, "there is no injection FIFO " .. id)
    end
    if chunks ~= nil then
        tree:add(f.descriptors, buffer(8, 1), math.floor(chunks * CHUNK / DESCRIPTOR))
        if chunks == 0 or chunks * CHUNK % DESCRIPTOR ~= 0 then
            refuse(tree, chunks .. " chunks are no whole descriptors")
        end
    end
    return "injection FIFO " .. id
end

local function message_unit(tree, buffer, packet, chunks, pami)
    local sub = tree:add(emuq, buffer(12, 20), "Message Unit header, " .. packet_types[packet.type])
    if packet.type == FIFO then
        return memory_fifo(sub, buffer, pami)
    elseif packet.type == PUT then
        return direct_put(sub, buffer, chunks)
    elseif packet.type ~= GET then
        refuse(sub, "the Message Unit has no packets of type " .. packet.type)
    end
    return remote_get(sub, buffer, chunks)
end

-- ---- what a remote get carries ----

local function descriptor(tree, buffer, number, pami)
    local sub = tree:add(emuq, buffer, "Descriptor " .. number)
    local payload, length = buffer(8, 8):le_uint64(), buffer(16, 8):le_uint64()
    sub:add_le(f.d_unused_0, buffer(0, 4))
    sub:add_le(f.d_prefetch, buffer(0, 4))
    sub:add_le(f.d_unused_4, buffer(4, 4))
    sub:add_le(f.d_interrupt, buffer(4, 4))
    sub:add_le(f.d_payload, buffer(8, 8))
    sub:add_le(f.d_length, buffer(16, 8))
    local map = sub:add_le(f.d_map, buffer(24, 8))
    for _, name in ipairs(map_names) do
        map:add_le(f["d_map_" .. name], buffer(24, 8))
    end
    local packet = network(sub, buffer(32, 32))
    local what = message_unit(sub, buffer(32, 32), packet, nil, pami)
    sub:append_text(string.format(": %s of %s bytes to %s, %s", packet_types[packet.type], tostring(length),
        name_of(packet.to), what))
    if payload:rshift(MOST_PA) ~= UInt64(0) or length:rshift(MOST_PA) ~= UInt64(0) then
        refuse(sub, "addresses and lengths have " .. MOST_PA .. " bits")
    end
    if buffer(24, 8):le_uint64() == UInt64(0) then
        refuse(sub, "the descriptor selects no network FIFO")
    end
    return packet
end

-- ---- PAMI ----

-- Adds the bytes of a payload from `at` on as a field, as far as they are captured.
local function add_bytes(tree, field, buffer, at, bytes)
    local here = math.min(bytes, buffer:len() - at)
    if here > 0 then
        return tree:add(field, buffer(at, here)), buffer(at, here)
    end
end

-- The header of a message: what the message layer itself has written there is shown.
local function pami_header(tree, buffer, at, bytes, id)
    local sub, header = add_bytes(tree, f.p_header, buffer, at, bytes)
    if sub ~= nil and pami_ids[id] == "collective" and header:len() >= 16 then
        sub:add_le(f.p_key, header(0, 8))
        sub:add_le(f.p_number, header(8, 4))
        sub:add_le(f.p_rank, header(12, 4))
    end
end

local function single(tree, buffer, whole)
    local header, data, id = buffer(24, 2):le_uint(), buffer(26, 2):le_uint(), buffer(19, 1):uint()
    tree:add_le(f.p_header_bytes, buffer(24, 2))
    tree:add(f.p_data_bytes, buffer(26, 2), UInt64(data, 0))
    tree:add_le(f.p_request, buffer(28, 4))
    local at = math.floor((header + 7) / 8) * 8
    local bytes = data ~= 0 and at + data or header
    if bytes > whole then
        refuse(tree, header .. " bytes of header and " .. data .. " of data are not in " .. whole)
        return 0
    end
    pami_header(tree, buffer, HEADER, header, id)
    if data ~= 0 then
        add_bytes(tree, f.p_between, buffer, HEADER + header, at - header)
        add_bytes(tree, f.p_data, buffer, HEADER + at, data)
    end
    return bytes
end

local function start(tree, buffer, whole)
    local header, room = buffer(24, 4):le_uint(), MOST_CHUNKS * CHUNK - START
    tree:add_le(f.p_header_bytes, buffer(24, 4))
    tree:add_le(f.p_request, buffer(28, 4))
    if buffer:len() >= HEADER + START then
        tree:add_le(f.p_data_bytes, buffer(HEADER, 8))
        tree:add_le(f.p_address, buffer(HEADER + 8, 8))
    elseif buffer:len() > HEADER then
        tree:add(f.p_between, buffer(HEADER))
    end
    if header > room then -- it comes in the packets behind
        header = 0
    end
    if START + header > whole then
        refuse(tree, "the beginning of a message and " .. header .. " bytes of header are not in " .. whole)
        return 0
    end
    pami_header(tree, buffer, HEADER + START, header, buffer(19, 1):uint())
    return START + header
end

local function continuation(tree, buffer, whole)
    local high = bit.band(buffer(12, 2):le_uint(), 31)
    tree:add(f.p_at, buffer(12, 6), UInt64(buffer(14, 4):le_uint(), high))
    tree:add_le(f.p_word, buffer(24, 8))
    add_bytes(tree, f.p_data, buffer, HEADER, whole)
    return whole
end

local function answer(tree, buffer)
    tree:add_le(f.p_request, buffer(24, 4))
    tree:add_le(f.p_unused, buffer(28, 4))
    return 0
end

local function combined(tree, buffer, whole)
    tree:add_le(f.p_key, buffer(24, 8))
    add_bytes(tree, f.p_data, buffer, HEADER, whole)
    return whole
end

local pami_parts = { [0] = single, start, start, continuation, answer, answer, answer, answer, combined }

-- `whole`: bytes of payload. Returns how many of them are PAMI's.
local function pami(tree, buffer, packet, whole)
    local kind = bit.band(buffer(18, 1):uint(), 15)
    local sub = tree:add(emuq, buffer(18, 14), "PAMI, " .. (pami_kinds[kind] or "unknown"))
    for _, field in ipairs { f.p_credit, f.p_flags, f.p_kind } do
        sub:add(field, buffer(18, 1))
    end
    sub:add(f.p_id, buffer(19, 1))
    local origin = sub:add_le(f.p_origin, buffer(20, 4))
    origin:add_le(f.p_task, buffer(20, 4))
    origin:add_le(f.p_context, buffer(20, 4))
    if pami_kinds[kind] == nil then
        sub:add_le(f.p_word, buffer(24, 8))
        refuse(sub, "PAMI has no packets of kind " .. kind)
        return 0, "PAMI"
    end
    if (kind == 8) ~= (packet.data == COLLECTIVE) then
        refuse(sub, "packets of this kind are not of this network")
    end
    if kind <= 2 and pami_ids[buffer(19, 1):uint()] == nil then
        refuse(sub, "there is no dispatch id " .. buffer(19, 1):uint())
    end
    return pami_parts[kind](sub, buffer, whole), "PAMI " .. pami_kinds[kind]
end

-- ---- payload ----

local function descriptors(tree, buffer, is_pami)
    local at, number = HEADER, 0
    while buffer:len() - at >= DESCRIPTOR do
        local inner = buffer(at, DESCRIPTOR)
        local packet = descriptor(tree, inner, number, is_pami)
        if is_pami and packet.type == FIFO then
            pami(tree, inner(32, 32):tvb(), packet, 0)
        end
        at, number = at + DESCRIPTOR, number + 1
    end
    if at < buffer:len() then
        tree:add(f.descriptors_cut, buffer(at))
    end
end

-- Bytes of payload that have not been shown yet.
local function rest(tree, buffer, shown, is_known)
    if buffer:len() > HEADER + shown then
        tree:add(is_known and f.padding or f.payload, buffer(HEADER + shown))
    end
end

local function payload(tree, buffer, packet, is_pami)
    local whole = buffer:reported_len() - HEADER
    if packet.type == GET then
        descriptors(tree, buffer, is_pami)
    elseif packet.type == FIFO and is_pami then
        local shown, what = pami(tree, buffer, packet, whole)
        rest(tree, buffer, shown, shown ~= 0)
        return ", " .. what
    elseif packet.type == PUT then
        local valid = math.min(buffer(20, 2):le_uint(), whole)
        add_bytes(tree, f.payload, buffer, HEADER, valid)
        rest(tree, buffer, valid, true)
    else
        rest(tree, buffer, 0, false)
    end
    return ""
end

function emuq.dissector(buffer, pinfo, root)
    local from = source()
    if buffer:reported_len() < HEADER or buffer:len() < HEADER then
        pinfo.cols.protocol = "BG/Q"
        local tree = root:add(emuq, buffer())
        rest(tree, buffer, -HEADER, false)
        refuse(tree, buffer:len() .. " bytes are no packet header")
        return
    end
    local is_many = buffer(0, 1):uint() == COLLECTIVE
    local to = is_many and { 0, 0, 0, 0, bit.rshift(buffer(2, 1):uint(), 4) } or coordinates(buffer(4, 4):le_uint())
    if from ~= nil then
        count(from, is_many, to, pinfo, root)
    end
    pinfo.cols.protocol = "BG/Q"
    local is_pami = emuq.prefs.pami or text_of(interface_description) == "PAMI"
    local tree = root:add(emuq, buffer())
    if from ~= nil then
        tree:add(f.source, name_of(from)):set_generated()
    end
    local packet = network(tree, buffer)
    local what = message_unit(tree, buffer, packet, packet.chunks, is_pami)
    what = what .. payload(tree, buffer, packet, is_pami)
    local where = is_many and "class route " .. packet.route or name_of(packet.to)
    pinfo.cols.info = string.format("%s, %s, to %s, %s", data_types[packet.data] or "unknown", packet_types[packet.type],
        where, what)
    if packet.chunks > MOST_CHUNKS then
        refuse(tree, packet.chunks .. " chunks are more than a packet has")
    elseif buffer:reported_len() ~= HEADER + packet.chunks * CHUNK then
        refuse(tree, string.format("%u bytes, but %u chunks", buffer:reported_len(), packet.chunks))
    end
end

-- ---- global interrupts ----

function gi.dissector(buffer, pinfo, root)
    pinfo.cols.protocol = "BG/Q GI"
    if buffer:len() ~= 10 then
        local tree = root:add(gi, buffer())
        tree:add(g.bytes, buffer())
        tree:add_proto_expert_info(gi_malformed, buffer:len() .. " bytes are no store to a control register")
        return
    end
    local from, route, wires = source(), buffer(0, 2):le_uint(), bit.band(buffer(2, 4):le_uint(), WIRES)
    if from ~= nil then
        count(from, true, { 0, 0, 0, 1, route }, pinfo, root)
    end
    pinfo.cols.protocol = "BG/Q GI"
    local tree = root:add(gi, buffer())
    if from ~= nil then
        tree:add(g.source, name_of(from)):set_generated()
    end
    tree:add_le(g.route, buffer(0, 2))
    tree:add_le(g.unused, buffer(2, 4))
    tree:add_le(g.wires, buffer(2, 4))
    tree:add_le(g.high, buffer(6, 4))
    pinfo.cols.info = string.format("global interrupt %u, wires %u", route, wires)
    if route >= ROUTES then
        tree:add_proto_expert_info(gi_malformed, "there is no global interrupt " .. route)
    end
end

DissectorTable.get("wtap_encap"):add(wtap.USER0, emuq)
DissectorTable.get("wtap_encap"):add(wtap.USER1, gi)
