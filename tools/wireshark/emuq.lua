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
-- UDP datagrams of APElink, of jobs with EMUQ_APENET_LINK=udp or as `apenet-link --format pcapng` writes them, are decoded
-- word by word in any capture; preferences: apelink.ports, apelink.dialect.
--   tshark -X lua_script:emuq.lua -r FILE -Y apelink.damaged
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

-- ---- APElink over UDP: apenet 8.1 and 8.8 ----
-- A datagram is a little-endian 32-bit number of its first word and up to 88 words of 16 bytes of one direction of a link.
-- Words depend on the words in front of them: each stream (addresses and ports) has a position behind each datagram.
do
    local link = Proto("apelink", "APElink")
    local WORD, MOST_WORDS, NUMBER = 16, 88, 4
    local MAGICS = { apenet = "APElinkMagicWord", exanet = ("\xaa\xaa\x55\x55\xaa\xaa\xff\xff"):rep(2) }
    local EXANET_START = ("\xbb\xbb\x66\x66\xbb\xbb\xff\xff"):rep(2)
    local START, CREDIT, NACK, IDLE = 0x53, 0xc5, 0x4e, 0x49

    local kinds = { "MAGIC", "START", "CREDIT", "NACK", "IDLE", "control word of another edition", "damaged control word",
        "header", "payload", "footer", "body of a damaged packet", "resent header", "resent footer", "data outside of a packet" }
    local kind_of = {}
    for i, name in ipairs(kinds) do
        kind_of[name] = i
    end
    local controls = { [START] = "START", [CREDIT] = "CREDIT", [NACK] = "NACK", [IDLE] = "IDLE" }
    local commands = { [0] = "loopback", [1] = "put", [2] = "send", [3] = "get" }
    local sides = { [0] = "normal", [1] = "sick", [2] = "alarm", [3] = "failed" }
    local link_states = { [0] = "up", [1] = "errors", [2] = "retrying", [3] = "down" }
    local temperatures = { [0] = "normal", [1] = "warm", [2] = "hot", [3] = "reserved" }
    local ports = { "X+", "Y+", "Z+", "X-", "Y-", "Z-" }

    -- Fields of words: { 32-bit word, name, text, mask, values }. Mask 0x80000000 and single bits are numbers, too.
    local layouts = {
        START = { { 0, "control", "Control word", 0xff, controls }, { 0, "start.vc", "Virtual channel", 0x100 },
            { 0, "start.resend_header", "Resend of the header", 0x200 }, { 0, "start.resend_footer", "Resend of the footer", 0x400 },
            { 0, "start.reserved", "Reserved", 0xfffff800 }, { 1, "start.sequence", "Sequence number", 0xffff },
            { 1, "start.reserved_1", "Reserved", 0xffff0000 }, { 2, "start.header_crc", "CRC-32 of the header", 0xffffffff },
            { 3, "control.crc", "CRC-32 of the control word", 0xffffffff } },
        CREDIT = { { 0, "control", "Control word", 0xff, controls }, { 0, "health.host", "Host", 0x300, sides },
            { 0, "health.card", "Card", 0xc00, sides }, { 0, "health.temperature", "Temperature", 0x3000000, temperatures },
            { 0, "health.service", "Service network failed", 0x4000000 }, { 0, "health.reserved", "Reserved", 0x78000000 },
            { 0, "health.valid", "Health is valid", 0x80000000 }, { 1, "credit.freed_0", "Words freed on VC 0", 0xffff },
            { 1, "credit.freed_1", "Words freed on VC 1", 0xffff0000 }, { 2, "credit.next_header", "Next header", 0xffff },
            { 2, "credit.next_footer", "Next footer", 0xffff0000 }, { 3, "control.crc", "CRC-32 of the control word", 0xffffffff } },
        NACK = { { 0, "control", "Control word", 0xff, controls }, { 0, "nack.reserved", "Reserved", 0xffffff00 },
            { 1, "nack.sequence", "Sequence number", 0xffff }, { 1, "nack.header", "Header requested", 0x10000 },
            { 1, "nack.footer", "Footer requested", 0x20000 }, { 1, "nack.reserved_1", "Reserved", 0xfffc0000 },
            { 2, "nack.reserved_2", "Reserved", 0xffffffff }, { 3, "control.crc", "CRC-32 of the control word", 0xffffffff } },
        IDLE = { { 0, "control", "Control word", 0xff, controls }, { 0, "idle.reserved", "Reserved", 0xffffff00 },
            { 1, "idle.reserved_1", "Reserved", 0xffffffff }, { 2, "idle.reserved_2", "Reserved", 0xffffffff },
            { 3, "control.crc", "CRC-32 of the control word", 0xffffffff } },
        header = { { 0, "pkt_err", "Packet error", 1 }, { 0, "vc", "Virtual channel", 2 },
            { 0, "dest_x", "Destination X", 0x7c }, { 0, "dest_y", "Destination Y", 0xf80 }, { 0, "dest_z", "Destination Z", 0x1f000 },
            { 0, "dest_pid", "Destination process", 0x60000 }, { 0, "size", "Payload in words", 0x1ff80000 },
            { 0, "is_gpu", "Destination in GPU memory", 0x20000000 }, { 0, "gpu", "GPU", 0xc0000000 },
            { 1, "command", "RDMA command", 3, commands }, { 1, "src_x", "Source X", 0x7c }, { 1, "src_y", "Source Y", 0xf80 },
            { 1, "src_z", "Source Z", 0x1f000 }, { 1, "src_pid", "Source process", 0x60000 }, { 1, "not_eth", "Torus packet", 0x80000 },
            { 1, "last", "Last packet of its message", 0x100000 }, { 1, "is_phys", "Bus address of the local card", 0x200000 },
            { 1, "pad", "Unused bytes of the last word", 0x3c00000 }, { 1, "reply", "Reply to a get", 0x4000000 },
            { 1, "header.reserved", "Reserved", 0xf8000000 }, { 2, "address_low", "Address, low word", 0xffffffff },
            { 3, "address_high", "Address, high word", 0xffffffff } },
        footer = { { 0, "payload_crc", "CRC-32 of the payload", 0xffffffff }, { 1, "payload_err", "Payload damaged by a link", 1 },
            { 1, "footer.reserved", "Reserved", 0xfffe }, { 1, "serial", "Serial number at the source", 0xffff0000 },
            { 2, "get_serial", "Serial number of the get", 0xffffffff }, { 3, "footer_crc", "CRC-32 of the footer", 0xffffffff } },
        exanet_header = { { 0, "exanet.vc", "Virtual channel", 0xf }, { 0, "exanet.last", "Last hop of the dimension", 0x10 },
            { 0, "exanet.proc", "Process", 0x1fffe0 }, { 0, "exanet.dest_x", "Destination X", 0x7e00000 },
            { 0, "exanet.dest_y", "Destination Y", 0xf8000000 }, { 1, "exanet.dest_z", "Destination Z", 0x1f },
            { 1, "exanet.intra", "Internal port", 0x1e0 }, { 1, "exanet.reserved", "Reserved", 0x200 },
            { 1, "exanet.out_of_lattice", "Out of the lattice", 0x400 }, { 1, "exanet.type", "Packet type", 0xf800 },
            { 1, "exanet.size", "Payload in bytes", 0x3fff0000 }, { 1, "exanet.address_low", "Address, LSBs 1:0", 0xc0000000 },
            { 2, "exanet.address_mid", "Address, LSBs 33:2", 0xffffffff }, { 3, "exanet.address_high", "Address, LSBs 47:34", 0x3fff },
            { 3, "exanet.hops", "Hops", 0xffc000 }, { 3, "exanet.edac", "Code", 0xff000000 } },
        exanet_credit = { { 0, "exanet.used_headers_0", "Header words used on VC 0, with margin", 0xff },
            { 0, "exanet.used_data_0", "Data words used on VC 0, with margin", 0x3ff00 },
            { 0, "exanet.used_headers_1", "Header words used on VC 1, with margin", 0x3fc0000 },
            { 0, "exanet.used_data_1_low", "Data words used on VC 1, LSBs 5:0", 0xfc000000 },
            { 1, "exanet.used_data_1_high", "Data words used on VC 1, LSBs 9:6", 0xf },
            { 1, "exanet.credit_reserved_1", "Reserved", 0xfffffff0 }, { 2, "exanet.credit_reserved_2", "Reserved", 0xffffffff },
            { 3, "exanet.credit_reserved_3", "Reserved", 0xffffff }, { 3, "exanet.edac", "Code", 0xff000000 } },
    }
    for i, port in ipairs(ports) do
        table.insert(layouts.CREDIT, 3 + i, { 0, "health.link_" .. port:lower():gsub("+", "plus"):gsub("-", "minus"),
            "Link " .. port, 0x3000 * 4 ^ (i - 1), link_states })
    end

    local l, known = link.fields, {}
    for _, layout in pairs(layouts) do
        for _, field in ipairs(layout) do
            local _, name, text, mask, values = table.unpack(field)
            if known[name] == nil then
                local is_hex = mask == 0xffffffff and not name:find("serial")
                local kind = is_hex and base.HEX or base.DEC
                known[name] = ProtoField.uint32("apelink." .. name, text, kind, values, mask ~= 0xffffffff and mask or nil)
                l[name] = known[name]
            end
            field.field = known[name]
        end
    end
    l.number = ProtoField.uint32("apelink.number", "Number of the first word", base.DEC)
    l.dialect = ProtoField.string("apelink.dialect", "Dialect")
    l.words = ProtoField.uint32("apelink.words", "Words", base.DEC)
    l.gap = ProtoField.uint32("apelink.gap", "Words lost in front of the first one", base.DEC)
    l.passed = ProtoField.bool("apelink.passed", "Sent before: receivers drop words that they have passed")
    l.word = ProtoField.bytes("apelink.word", "Word")
    l.kind = ProtoField.uint8("apelink.kind", "Kind of word", base.DEC, kinds)
    l.payload = ProtoField.bytes("apelink.payload", "Payload")
    l.control_good = ProtoField.bool("apelink.control.good", "CRC-32 of the control word is right")
    l.header_good = ProtoField.bool("apelink.header.good", "Header is good")
    l.footer_good = ProtoField.bool("apelink.footer.good", "Footer is good")
    l.payload_good = ProtoField.bool("apelink.payload.good", "CRC-32 of the payload is right")
    l.edac_check = ProtoField.string("apelink.exanet.check", "Check of the code")
    l.used_data_1 = ProtoField.uint32("apelink.exanet.used_data_1", "Data words used on VC 1, with margin", base.DEC)
    l.address = ProtoField.uint64("apelink.address", "Address", base.HEX)
    l.cut = ProtoField.bytes("apelink.cut", "Part of a word")
    local damaged = ProtoExpert.new("apelink.damaged", "Damaged", expert.group.CHECKSUM, expert.severity.WARN)
    link.experts = { damaged }

    link.prefs.ports = Pref.range("UDP ports", "24576-32767", "Ports 24576 + 6 * node + port of the links", 65535)
    link.prefs.dialect = Pref.enum("Dialect", 0, "Dialect of the link protocol", { { 1, "by the first MAGIC", 0 },
        { 2, "apenet", 1 }, { 3, "exanet", 2 } }, false)

    -- ---- checks ----

    local crc_table = {}
    for i = 0, 255 do
        local c = i
        for _ = 1, 8 do
            c = bit.band(c, 1) == 1 and bit.bxor(bit.rshift(c, 1), 0xedb88320) or bit.rshift(c, 1)
        end
        crc_table[i] = c
    end
    -- CRC-32 as in zlib, of a string behind one with the CRC-32 `crc`.
    local function crc32(crc, text)
        local c = bit.bnot(crc)
        for i = 1, #text do
            c = bit.bxor(crc_table[bit.band(bit.bxor(c, text:byte(i)), 0xff)], bit.rshift(c, 8))
        end
        return bit.bnot(c) % 0x100000000
    end

    local edac_positions = {} -- of the data bits
    for position = 3, 127 do
        if bit.band(position, position - 1) ~= 0 then
            edac_positions[#edac_positions + 1] = position
        end
    end
    -- The check of a word with a code: "good", "single error", "two errors".
    local function edac(word)
        local syndrome, parity = bit.rshift(word:byte(16), 1), 0
        for i = 0, 127 do
            if bit.band(bit.rshift(word:byte(math.floor(i / 8) + 1), i % 8), 1) == 1 then
                parity = 1 - parity
                syndrome = i < 120 and bit.bxor(syndrome, edac_positions[i + 1]) or syndrome
            end
        end
        return parity == 1 and "single error" or syndrome ~= 0 and "two errors" or "good"
    end

    -- ---- streams ----

    local streams, frames = {}, {} -- positions by stream; position in front of each frame

    function link.init()
        streams, frames = {}, {}
    end

    local function copy(position)
        local new = {}
        for key, value in pairs(position) do
            new[key] = value
        end
        return new
    end

    -- A direction of a link has one socket at its receiver; each process of a host sends from a different one.
    local function key_of(pinfo)
        return string.format("%s:%u", tostring(pinfo.dst), pinfo.dst_port)
    end

    local function outside(position)
        position.at, position.is_magic, position.is_literal = "outside", false, false
        return position
    end

    local function has(text, word)
        for at = NUMBER + 1, #text - WORD + 1, WORD do
            if text:sub(at, at + WORD - 1) == word then
                return true
            end
        end
        return false
    end

    local function dialect_of(stream, text)
        local wanted = link.prefs.dialect
        if stream.dialect == nil and wanted ~= 0 then
            stream.dialect = wanted == 1 and "apenet" or "exanet"
        elseif stream.dialect == nil and (has(text, MAGICS.exanet) or has(text, MAGICS.apenet)) then
            stream.dialect = has(text, MAGICS.exanet) and "exanet" or "apenet"
        end
        return stream.dialect or "apenet"
    end

    -- Position in front of a datagram that is seen for the first time: { position, gap, is_passed, dialect }.
    local function find(stream, number, words, text)
        local frame = { gap = 0, is_passed = false, dialect = dialect_of(stream, text) }
        local ahead = stream.next ~= nil and (number - stream.next) % 0x100000000 or 0
        if stream.next == nil then
            frame.position = outside { is_joined = number == 0 }
        elseif ahead >= 0x80000000 then
            frame.is_passed = true
            frame.position = copy(stream.behind[number] or outside { is_joined = true })
        else
            frame.gap = ahead
            frame.position = copy(stream.behind[stream.next])
            frame.position = ahead ~= 0 and outside(frame.position) or frame.position
        end
        if not frame.is_passed then
            stream.next = (number + words) % 0x100000000
        end
        return frame
    end

    -- ---- words ----

    local function add_layout(tree, buffer, layout)
        for _, field in ipairs(layout) do
            tree:add_le(field.field, buffer(4 * field[1], 4))
        end
    end

    local function control(tree, buffer, word, p)
        local kind, is_good = buffer(0, 1):uint(), buffer(12, 4):le_uint() == crc32(0, word:sub(1, 12))
        tree:add(l.control_good, buffer(12, 4), is_good):set_generated()
        if not is_good then
            tree:add(l.word, buffer)
            return "damaged control word", "", "the CRC-32 of the control word is wrong"
        end
        local name = controls[kind]
        add_layout(tree, buffer, layouts[name or "IDLE"])
        if name == "START" then
            local resend = bit.band(buffer(1, 1):uint(), 6)
            p.at = resend == 0 and "header" or resend == 2 and "resent header" or resend == 4 and "resent footer" or "outside"
            p.header_crc, p.is_joined = buffer(8, 4):le_uint(), true
            return name, string.format(" packet %u vc %u%s", buffer(4, 2):le_uint(), bit.band(buffer(1, 1):uint(), 1),
                resend ~= 0 and ", resend" or "")
        elseif name == "CREDIT" then
            return name, string.format(" freed %u,%u, next header %u, next footer %u", buffer(4, 2):le_uint(),
                buffer(6, 2):le_uint(), buffer(8, 2):le_uint(), buffer(10, 2):le_uint())
        elseif name == "NACK" then
            return name, " packet " .. buffer(4, 2):le_uint()
        end
        return name or "control word of another edition", ""
    end

    local function header(tree, buffer, word, p)
        local w0, w1 = buffer(0, 4):le_uint(), buffer(4, 4):le_uint()
        local size, is_resent = bit.band(bit.rshift(w0, 19), 1023), p.at == "resent header"
        local is_good = crc32(0, word) == p.header_crc and size >= 1 and size <= 256
        add_layout(tree, buffer, layouts.header)
        tree:add_le(l.address, buffer(8, 8)):set_generated()
        tree:add(l.header_good, buffer, is_good):set_generated()
        local text = string.format(" %s (%u,%u,%u) to (%u,%u,%u), %u bytes", commands[bit.band(w1, 3)], bit.band(bit.rshift(w1, 2), 31),
            bit.band(bit.rshift(w1, 7), 31), bit.band(bit.rshift(w1, 12), 31), bit.band(bit.rshift(w0, 2), 31),
            bit.band(bit.rshift(w0, 7), 31), bit.band(bit.rshift(w0, 12), 31), size * WORD - bit.band(bit.rshift(w1, 22), 15))
        local kind = p.at
        p.at = is_resent and "outside" or is_good and "payload" or "body"
        p.word, p.words, p.crc = 0, size, 0
        return kind, text, not is_good and "the header differs from its CRC-32 in START" or nil
    end

    local function footer(tree, buffer, word, p)
        local is_resent, why = p.at == "resent footer", nil
        local is_good = buffer(12, 4):le_uint() == crc32(0, word:sub(1, 12)) and bit.band(buffer(4, 2):le_uint(), 0xfffe) == 0
        add_layout(tree, buffer, layouts.footer)
        tree:add(l.footer_good, buffer(12, 4), is_good):set_generated()
        why = not is_good and "the footer is damaged" or nil
        if not is_resent and is_good then
            local fits = buffer(0, 4):le_uint() == p.crc
            tree:add(l.payload_good, buffer(0, 4), fits):set_generated()
            why = not fits and "the CRC-32 of the payload is wrong" or nil
        end
        local kind = p.at
        p.at = "outside"
        return kind, " serial " .. buffer(6, 2):le_uint(), why
    end

    local function exanet_header(tree, buffer, word, p)
        local check, w1, w3 = edac(word), buffer(4, 4):le_uint(), buffer(12, 4):le_uint()
        add_layout(tree, buffer, layouts.exanet_header)
        local low, high = buffer(8, 4):le_uint(), bit.band(w3, 0x3fff)
        tree:add(l.address, buffer(7, 7), UInt64((low * 4 + bit.rshift(w1, 30)) % 0x100000000, high * 4 + math.floor(low / 0x40000000)))
            :set_generated()
        tree:add(l.edac_check, buffer(15, 1), check):set_generated()
        tree:add(l.header_good, buffer, check ~= "two errors"):set_generated()
        local size = bit.band(bit.rshift(w1, 16), 0x3fff)
        local is_header_only = bit.band(w1, 0x8000) ~= 0
        p.word, p.words = 0, is_header_only and 0 or math.floor((size + 15) / 16)
        p.at = (check == "two errors" or is_header_only) and "outside" or p.words ~= 0 and "payload" or "footer"
        return "header", string.format(" to (%u,%u,%u), %u bytes", bit.band(bit.rshift(buffer(0, 4):le_uint(), 21), 63),
            bit.rshift(buffer(0, 4):le_uint(), 27), bit.band(w1, 31), size), check ~= "good" and "header: " .. check or nil
    end

    local function exanet_credit(tree, buffer, word)
        local check = edac(word)
        add_layout(tree, buffer, layouts.exanet_credit)
        tree:add(l.used_data_1, buffer(3, 2), bit.rshift(buffer(0, 4):le_uint(), 26) + bit.band(buffer(4, 1):uint(), 15) * 64):set_generated()
        tree:add(l.edac_check, buffer(15, 1), check):set_generated()
        return "CREDIT", "", check ~= "good" and "CREDIT: " .. check or nil
    end

    -- A word that is no control word. Returns its kind, more text, and the damage.
    local function data(tree, buffer, word, p, dialect)
        if p.at == "header" or p.at == "resent header" then
            return (dialect == "exanet" and exanet_header or header)(tree, buffer, word, p)
        elseif p.at == "footer" and dialect == "exanet" then
            tree:add(l.word, buffer)
            p.at = "outside"
            return "footer", ""
        elseif p.at == "footer" or p.at == "resent footer" then
            return footer(tree, buffer, word, p)
        elseif p.at == "payload" then
            tree:add(l.payload, buffer)
            p.word = p.word + 1
            p.crc = dialect == "apenet" and crc32(p.crc, word) or nil
            p.at = p.word == p.words and "footer" or "payload"
            return "payload", string.format(" %u of %u", p.word, p.words)
        end
        tree:add(l.word, buffer)
        if p.at == "body" then
            return "body of a damaged packet", ""
        end
        return "data outside of a packet", "", p.is_joined and "data outside of a packet" or nil
    end

    local function apenet_word(tree, buffer, word, p)
        local is_behind = p.is_magic
        p.is_magic = word == MAGICS.apenet and not is_behind
        if p.is_magic then
            tree:add(l.word, buffer)
            return "MAGIC", ""
        elseif is_behind and word ~= MAGICS.apenet then
            return control(tree, buffer, word, p)
        end
        return data(tree, buffer, word, p, "apenet")
    end

    local function exanet_word(tree, buffer, word, p)
        local is_behind, is_literal, is_outside = p.is_magic, p.is_literal, p.at == "outside"
        p.is_magic, p.is_literal = false, false
        if is_literal then
            return exanet_credit(tree, buffer, word)
        elseif word == EXANET_START and (is_outside or is_behind) then
            tree:add(l.word, buffer)
            p.at, p.is_joined = "header", true
            return "START", "", not is_outside and "START inside of a packet" or nil
        elseif word == MAGICS.exanet and not is_behind then
            tree:add(l.word, buffer)
            p.is_magic = not is_outside
            return "MAGIC", ""
        elseif is_behind and word == MAGICS.exanet then
            p.is_literal = true
            return data(tree, buffer, word, p, "exanet")
        elseif is_outside or is_behind then
            return exanet_credit(tree, buffer, word)
        end
        return data(tree, buffer, word, p, "exanet")
    end

    -- ---- datagrams ----

    local function is_datagram(buffer)
        local bytes = buffer:reported_len() - NUMBER
        return bytes >= WORD and bytes <= MOST_WORDS * WORD and bytes % WORD == 0 and buffer:len() >= NUMBER
    end

    local function words_of(tree, buffer, frame, number)
        local p, counts, order = copy(frame.position), {}, {}
        local decode = frame.dialect == "exanet" and exanet_word or apenet_word
        local is_damaged = false
        for at = NUMBER, buffer:len() - WORD, WORD do
            local range, word = buffer(at, WORD), buffer:raw(at, WORD)
            local sub = tree:add(link, range, "")
            local kind, text, why = decode(sub, range, word, p)
            sub:set_text(string.format("Word %.0f: %s%s", (number + (at - NUMBER) / WORD) % 0x100000000, kind, text or ""))
            sub:add(l.kind, range, kind_of[kind]):set_generated()
            if why ~= nil then
                sub:add_proto_expert_info(damaged, why)
                is_damaged = true
            end
            order[#order + 1] = counts[kind] == nil and kind or nil
            counts[kind] = (counts[kind] or 0) + 1
        end
        local rest = (buffer:len() - NUMBER) % WORD
        if rest ~= 0 then
            tree:add(l.cut, buffer(buffer:len() - rest, rest))
        end
        local summary = {}
        for _, kind in ipairs(order) do
            summary[#summary + 1] = counts[kind] .. " " .. kind
        end
        return buffer:len() == buffer:reported_len() and p or outside(p), table.concat(summary, ", ") .. (is_damaged and ", damaged" or "")
    end

    function link.dissector(buffer, pinfo, root)
        if not is_datagram(buffer) then
            return 0
        end
        local number, words = buffer(0, 4):le_uint(), (buffer:reported_len() - NUMBER) / WORD
        local key = key_of(pinfo)
        local stream = streams[key] or { behind = {} }
        streams[key] = stream
        local frame = frames[pinfo.number]
        local is_new = frame == nil
        if is_new then
            frame = find(stream, number, words, buffer:raw(0, buffer:len()))
            frames[pinfo.number] = frame
        end
        pinfo.cols.protocol = "APElink"
        local tree = root:add(link, buffer())
        tree:add_le(l.number, buffer(0, 4))
        tree:add(l.words, words):set_generated()
        tree:add(l.dialect, frame.dialect):set_generated()
        if frame.gap ~= 0 then
            tree:add(l.gap, frame.gap):set_generated()
            tree:add_proto_expert_info(damaged, "words are lost in front of this datagram")
        end
        if frame.is_passed then
            tree:add(l.passed, true):set_generated()
        end
        local position, summary = words_of(tree, buffer, frame, number)
        if is_new and stream.behind[(number + words) % 0x100000000] == nil then
            stream.behind[(number + words) % 0x100000000] = position
        end
        pinfo.cols.info = string.format("words %.0f to %.0f: %s%s", number, (number + words - 1) % 0x100000000, summary,
            frame.is_passed and ", sent before" or "")
        return buffer:len()
    end

    -- A datagram with MAGIC makes later ones to its destination, and its conversation, ones of this protocol.
    local function guess(buffer, pinfo, root)
        local text = is_datagram(buffer) and buffer:raw(0, buffer:len()) or ""
        local is_known = frames[pinfo.number] ~= nil or not pinfo.visited and streams[key_of(pinfo)] ~= nil
        if not is_datagram(buffer) or not is_known and not has(text, MAGICS.apenet) and not has(text, MAGICS.exanet) then
            return false
        end
        pinfo.conversation = link
        link.dissector(buffer, pinfo, root)
        return true
    end

    local udp = DissectorTable.get("udp.port")
    local registered = link.prefs.ports
    udp:add(registered, link)
    function link.prefs_changed()
        if link.prefs.ports ~= registered then
            udp:remove(registered, link)
            registered = link.prefs.ports
            udp:add(registered, link)
        end
    end
    link:register_heuristic("udp", guess)
end
