-- SPDX-License-Identifier: BSD-3-Clause
-- Dissects the packets of Blue Gene/Q's network, as `emuq-trace convert --pcapng` writes them (link type USER0).
--   tshark -X lua_script:emuq.lua -r FILE
--   tshark -X lua_script:emuq.lua -o emuq.pami:TRUE -r FILE     memory-FIFO packets are those of PAMI
-- A packet has 32 bytes of header, 12 for the network and 20 for the Message Unit, and 0 to 512 bytes of payload in
-- chunks of 32. Numbers are little-endian, as EMUQ's hosts write them. The interface of the capture
-- (frame.interface_name) is the node that sends.

local emuq = Proto("emuq", "Blue Gene/Q packet")

local CHUNK, HEADER, MOST_CHUNKS, DESCRIPTOR = 32, 32, 16, 64
local PT2PT, COLLECTIVE = 0x55, 0x5a
local FIFO, PUT, GET = 0, 1, 2
local FIFOS, ENTRIES = 272, 544 -- of a node: reception FIFOs; table entries, and injection FIFOs

local data_types = { [PT2PT] = "point to point", [COLLECTIVE] = "collective" }
local packet_types = { [0] = "memory FIFO", [1] = "direct put", [2] = "remote get", [3] = "paced remote get" }
local opcodes = {
    [0] = "and", [1] = "or", [2] = "xor", [4] = "unsigned add", [5] = "unsigned minimum", [6] = "unsigned maximum",
    [8] = "signed add", [9] = "signed minimum", [10] = "signed maximum",
    [12] = "floating-point add", [13] = "floating-point minimum", [14] = "floating-point maximum",
}
local collective_types = { [0] = "broadcast", [2] = "all-reduce", [3] = "reduce" }
local channels = {
    [0] = "dynamic", [1] = "deterministic", [2] = "high priority", [3] = "system", [4] = "collective, user",
    [5] = "collective, subcommunicator", [6] = "collective, system",
}
local pami_kinds = {
    [0] = "single", [1] = "eager first", [2] = "request to send", [3] = "continuation", [4] = "received", [5] = "done",
    [6] = "credit", [7] = "taken", [8] = "combined",
}

local f = emuq.fields
f.data = ProtoField.uint8("emuq.data", "Data packet type", base.HEX, data_types)
f.hints = ProtoField.uint8("emuq.hints", "Hints of A to D", base.HEX)
f.hint_e = ProtoField.uint8("emuq.hints_e", "Hints of E", base.HEX, nil, 0xc0)
f.io = ProtoField.bool("emuq.io", "To the I/O node", 8, nil, 0x20)
f.dynamic = ProtoField.bool("emuq.dynamic", "Dynamic routing", 8, nil, 0x04)
f.deposit = ProtoField.bool("emuq.deposit", "Deposit", 8, nil, 0x02)
f.interrupt = ProtoField.bool("emuq.interrupt", "Interrupt on arrival", 8, nil, 0x01)
f.channel = ProtoField.uint8("emuq.channel", "Virtual channel", base.DEC, channels, 0xe0)
f.zone = ProtoField.uint8("emuq.zone", "Zone", base.DEC, nil, 0x18)
f.bubble = ProtoField.bool("emuq.bubble", "Stay on bubble", 8, nil, 0x04)
f.opcode = ProtoField.uint8("emuq.opcode", "Operation", base.DEC, opcodes, 0xf0)
f.word = ProtoField.uint8("emuq.word_length", "Word length, log2 of 4 bytes", base.DEC, nil, 0x0f)
f.route = ProtoField.uint8("emuq.route", "Class route", base.DEC, nil, 0xf0)
f.collective = ProtoField.uint8("emuq.collective", "Collective", base.DEC, collective_types, 0x18)
f.destination = ProtoField.string("emuq.destination", "Destination")
f.a = ProtoField.uint32("emuq.a", "A", base.DEC, nil, 0x3f000000)
f.b = ProtoField.uint32("emuq.b", "B", base.DEC, nil, 0x00fc0000)
f.c = ProtoField.uint32("emuq.c", "C", base.DEC, nil, 0x0003f000)
f.d = ProtoField.uint32("emuq.d", "D", base.DEC, nil, 0x00000fc0)
f.e = ProtoField.uint32("emuq.e", "E", base.DEC, nil, 0x0000003f)
f.type = ProtoField.uint8("emuq.type", "Packet type", base.DEC, packet_types, 0xc0)
f.size = ProtoField.uint8("emuq.size", "Chunks of payload", base.DEC, nil, 0x1f)
f.skip = ProtoField.uint8("emuq.skip", "Words without checksum", base.DEC)
f.fifo = ProtoField.uint16("emuq.fifo", "Reception FIFO", base.DEC, nil, 0x7fc0)
f.offset = ProtoField.uint64("emuq.offset", "Put offset", base.HEX)
f.software = ProtoField.bytes("emuq.software", "Software bytes")
f.payload_id = ProtoField.uint16("emuq.payload_id", "Table entry of the target", base.DEC, nil, 0xffc0)
f.pacing = ProtoField.bool("emuq.pacing", "Paced", 16, nil, 0x0020)
f.counter_id = ProtoField.uint16("emuq.counter_id", "Table entry of the counter", base.DEC, nil, 0x03ff)
f.valid = ProtoField.uint16("emuq.valid", "Valid bytes", base.DEC)
f.counter_offset = ProtoField.uint64("emuq.counter_offset", "Counter offset", base.HEX)
f.rget_fifo = ProtoField.uint16("emuq.rget_fifo", "Injection FIFO", base.DEC, nil, 0xffc0)
f.descriptors = ProtoField.uint32("emuq.descriptors", "Descriptors", base.DEC)
f.payload = ProtoField.bytes("emuq.payload", "Payload")
f.pami_kind = ProtoField.uint8("emuq.pami.kind", "Kind", base.DEC, pami_kinds, 0x0f)
f.pami_credit = ProtoField.bool("emuq.pami.credit", "Asks for a credit", 8, nil, 0x80)
f.pami_id = ProtoField.uint8("emuq.pami.dispatch", "Dispatch id", base.DEC)
f.pami_origin = ProtoField.uint32("emuq.pami.origin", "Endpoint that sends", base.DEC)
f.pami_word = ProtoField.uint64("emuq.pami.word", "Word", base.HEX)
f.pami_request = ProtoField.uint32("emuq.pami.request", "Request", base.DEC)
f.pami_header = ProtoField.uint32("emuq.pami.header_bytes", "Bytes of header", base.DEC)
f.pami_data = ProtoField.uint64("emuq.pami.data_bytes", "Bytes of data", base.DEC)

local malformed = ProtoExpert.new("emuq.malformed", "Malformed packet", expert.group.MALFORMED, expert.severity.ERROR)
emuq.experts = { malformed }

emuq.prefs.pami = Pref.bool("Packets of PAMI", false, "The software bytes of memory-FIFO packets are those of PAMI")

local function refuse(tree, what)
    tree:add_proto_expert_info(malformed, what)
end

-- Coordinates of a destination word, 6 bits each, A first.
local function coordinates(word)
    return string.format("(%u,%u,%u,%u,%u)", bit.band(bit.rshift(word, 24), 63), bit.band(bit.rshift(word, 18), 63),
        bit.band(bit.rshift(word, 12), 63), bit.band(bit.rshift(word, 6), 63), bit.band(word, 63))
end

-- ---- the network's part ----

local function point_to_point(tree, buffer)
    tree:add(f.hints, buffer(1, 1))
    for _, field in ipairs { f.hint_e, f.io, f.dynamic, f.deposit, f.interrupt } do
        tree:add(field, buffer(2, 1))
    end
    for _, field in ipairs { f.channel, f.zone, f.bubble } do
        tree:add(field, buffer(3, 1))
    end
    if bit.rshift(buffer(3, 1):uint(), 5) > 3 then
        refuse(tree, "a point-to-point packet on a virtual channel of collectives")
    end
end

local function collective(tree, buffer)
    local code, kind = bit.rshift(buffer(1, 1):uint(), 4), bit.band(bit.rshift(buffer(3, 1):uint(), 3), 3)
    tree:add(f.opcode, buffer(1, 1))
    tree:add(f.word, buffer(1, 1))
    tree:add(f.route, buffer(2, 1))
    tree:add(f.interrupt, buffer(2, 1))
    tree:add(f.channel, buffer(3, 1))
    tree:add(f.collective, buffer(3, 1))
    if opcodes[code] == nil then
        refuse(tree, "there is no operation " .. code)
    end
    if collective_types[kind] == nil then
        refuse(tree, "there is no collective of type " .. kind)
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
    local word = buffer(4, 4):le_uint()
    local destination = sub:add(f.destination, buffer(4, 4), coordinates(word))
    for _, field in ipairs { f.a, f.b, f.c, f.d, f.e } do
        destination:add_le(field, buffer(4, 4))
    end
    sub:add(f.type, buffer(8, 1))
    sub:add(f.size, buffer(8, 1))
    sub:add(f.skip, buffer(11, 1))
    return kind, bit.rshift(buffer(8, 1):uint(), 6), bit.band(buffer(8, 1):uint(), 31), coordinates(word)
end

-- ---- the Message Unit's part ----

local function add_offset(tree, buffer)
    local high = bit.band(buffer(12, 2):le_uint(), 31)
    tree:add(f.offset, buffer(12, 6), UInt64(buffer(14, 4):le_uint(), high))
end

local function pami(tree, buffer)
    local kind, word = bit.band(buffer(18, 1):uint(), 15), buffer(24, 8)
    local sub = tree:add(emuq, buffer(18, 14), "PAMI, " .. (pami_kinds[kind] or "unknown"))
    sub:add(f.pami_kind, buffer(18, 1))
    sub:add(f.pami_credit, buffer(18, 1))
    sub:add(f.pami_id, buffer(19, 1))
    sub:add_le(f.pami_origin, buffer(20, 4))
    sub:add_le(f.pami_word, word)
    if kind == 0 then
        sub:add_le(f.pami_request, buffer(28, 4))
        sub:add(f.pami_data, buffer(26, 2), UInt64(buffer(26, 2):le_uint(), 0))
        sub:add(f.pami_header, buffer(24, 2), buffer(24, 2):le_uint())
    elseif kind == 1 or kind == 2 then
        sub:add_le(f.pami_request, buffer(28, 4))
        sub:add_le(f.pami_header, buffer(24, 4))
        if buffer:len() >= HEADER + 16 then
            sub:add_le(f.pami_data, buffer(HEADER, 8))
        end
    elseif pami_kinds[kind] == nil then
        refuse(sub, "PAMI has no packets of kind " .. kind)
    end
end

local function memory_fifo(tree, buffer)
    local id = bit.band(bit.rshift(buffer(12, 2):le_uint(), 6), 511)
    tree:add_le(f.fifo, buffer(12, 2))
    add_offset(tree, buffer)
    tree:add(f.software, buffer(18, 14))
    if id >= FIFOS then
        refuse(tree, "there is no reception FIFO " .. id)
    end
    if emuq.prefs.pami then
        pami(tree, buffer)
    end
    return "reception FIFO " .. id
end

local function direct_put(tree, buffer, chunks)
    local id, valid = bit.rshift(buffer(12, 2):le_uint(), 6), buffer(20, 2):le_uint()
    local counter = bit.band(buffer(18, 2):le_uint(), 1023)
    tree:add_le(f.payload_id, buffer(12, 2))
    tree:add_le(f.pacing, buffer(12, 2))
    add_offset(tree, buffer)
    tree:add_le(f.counter_id, buffer(18, 2))
    tree:add_le(f.valid, buffer(20, 2))
    tree:add_le(f.counter_offset, buffer(24, 8))
    if id >= ENTRIES or counter >= ENTRIES then
        refuse(tree, "there is no base-address-table entry " .. math.max(id, counter))
    end
    if valid > chunks * CHUNK or valid + CHUNK <= chunks * CHUNK then
        refuse(tree, valid .. " valid bytes are not in " .. chunks .. " chunks")
    end
    return valid .. " bytes, table entry " .. id
end

local function remote_get(tree, buffer, chunks)
    local id = bit.rshift(buffer(12, 2):le_uint(), 6)
    tree:add_le(f.rget_fifo, buffer(12, 2))
    tree:add(f.descriptors, buffer(8, 1), chunks * CHUNK / DESCRIPTOR)
    if id >= ENTRIES then
        refuse(tree, "there is no injection FIFO " .. id)
    end
    if chunks == 0 or chunks * CHUNK % DESCRIPTOR ~= 0 then
        refuse(tree, chunks .. " chunks are no whole descriptors")
    end
    return "injection FIFO " .. id
end

local function message_unit(tree, buffer, kind, chunks)
    local sub = tree:add(emuq, buffer(12, 20), "Message Unit header, " .. packet_types[kind])
    if kind == FIFO then
        return memory_fifo(sub, buffer)
    elseif kind == PUT then
        return direct_put(sub, buffer, chunks)
    elseif kind == GET then
        return remote_get(sub, buffer, chunks)
    end
    refuse(sub, "the Message Unit has no packets of type " .. kind)
    return ""
end

function emuq.dissector(buffer, pinfo, root)
    pinfo.cols.protocol = "BG/Q"
    local tree = root:add(emuq, buffer())
    if buffer:len() < HEADER then
        refuse(tree, buffer:len() .. " bytes are no packet header")
        return
    end
    local data, kind, chunks, destination = network(tree, buffer)
    local what = message_unit(tree, buffer, kind, chunks)
    pinfo.cols.info = string.format("%s, %s, to %s, %s", data_types[data] or "unknown", packet_types[kind],
        destination, what)
    if data == PT2PT then
        pinfo.cols.dst = destination
    end
    if buffer:len() > HEADER then
        tree:add(f.payload, buffer(HEADER))
    end
    if chunks > MOST_CHUNKS then
        refuse(tree, chunks .. " chunks are more than a packet has")
    elseif buffer:reported_len() ~= HEADER + chunks * CHUNK then
        refuse(tree, string.format("%u bytes, but %u chunks", buffer:reported_len(), chunks))
    end
end

DissectorTable.get("wtap_encap"):add(wtap.USER0, emuq)
