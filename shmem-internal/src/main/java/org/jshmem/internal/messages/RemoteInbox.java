package org.jshmem.internal.messages;

import org.jshmem.heap.Memory;

/** Takes the packets that have come from PEs of other nodes. */
final class RemoteInbox {
    private final MessageLock lock;
    private final RemoteMessages remote;
    private final Spaces spaces;
    private final MessagePool pool;
    private final Delivery delivery;
    private final HandlerQueue handlers;
    private final Gifts gifts;
    private final Receipts receipts;

    RemoteInbox(
            MessageLock lock,
            RemoteMessages remote,
            Spaces spaces,
            MessagePool pool,
            Delivery delivery,
            HandlerQueue handlers,
            Gifts gifts,
            Receipts receipts) {
        this.lock = lock;
        this.remote = remote;
        this.spaces = spaces;
        this.pool = pool;
        this.delivery = delivery;
        this.handlers = handlers;
        this.gifts = gifts;
        this.receipts = receipts;
    }

    boolean isReady() {
        return remote.hasArrived();
    }

    /** How many packets have arrived. */
    int arrived() {
        return remote.arrived();
    }

    /** Takes the next packet. */
    void accept() {
        try {
            accept(remote.next());
        } catch (RuntimeException | Error e) {
            lock.brokenBy = e;
            throw e;
        }
    }

    private void accept(PrivateBuffer packet) {
        final int type = Memory.get32(packet.address() + RemoteMessages.TYPE);
        if (type == RemoteMessages.MESSAGE || type == RemoteMessages.OFFER) {
            acceptMessage(packet, type);
        } else {
            try {
                if (type == RemoteMessages.WITHDRAWAL) {
                    acceptWithdrawal(packet.address());
                } else {
                    acceptAnswer(packet.address(), type);
                }
            } finally {
                remote.give(packet);
            }
        }
    }

    private void acceptAnswer(long address, int type) {
        final MessageRequest request = remote.find(Memory.get64(address + RemoteMessages.ID));
        if (request == null) { // it has ended with its space
            if (type == RemoteMessages.PULL) {
                final int receiver = Memory.get32(address + RemoteMessages.SOURCE);
                remote.answer(RemoteMessages.FAILED, receiver, Memory.get64(address + RemoteMessages.OWN), 0);
            }
            return;
        }
        switch (type) {
            case RemoteMessages.PULL -> {
                request.partnerId = Memory.get64(address + RemoteMessages.OWN);
                remote.sendData(request, request.space.worldPe(request.pe));
            }
            case RemoteMessages.MORE -> remote.sendData(request, request.space.worldPe(request.pe));
            case RemoteMessages.DATA -> acceptData(request, address);
            case RemoteMessages.FAILED -> {
                request.senderFailed();
                request.isDone = true;
            }
            default -> request.isDone = true;
        }
        if (request.isDone) {
            remote.unregister(request);
            gifts.end(request);
        }
    }

    private void acceptMessage(PrivateBuffer packet, int type) {
        final long address = packet.address();
        final MessageSpace space = spaces.find(Memory.get32(address + RemoteMessages.SPACE));
        if (space == null) { // all members have closed it, and it is forgotten
            final long id = Memory.get64(address + RemoteMessages.ID);
            final int sender = Memory.get32(address + RemoteMessages.SENDER);
            remote.give(packet);
            if (type == RemoteMessages.OFFER) { // a sender that has given a block to this PE frees it then
                remote.answer(RemoteMessages.DONE, sender, id, 0);
            }
            return;
        }
        final Message message = pool.take();
        message.space = space;
        message.source = Memory.get32(address + RemoteMessages.SOURCE);
        message.tag = Memory.get32(address + RemoteMessages.TAG);
        message.kind = Memory.get32(address + RemoteMessages.KIND);
        message.bytes = Memory.get64(address + RemoteMessages.BYTES);
        message.senderId = Memory.get64(address + RemoteMessages.ID);
        message.record = 0;
        message.isComplete = true;
        message.buffer = packet;
        message.isPacket = true;
        if (type == RemoteMessages.MESSAGE) {
            message.protocol = MessageArea.INLINE;
            message.data = address + RemoteMessages.DATA_START;
        } else {
            message.protocol = MessageArea.REMOTE;
            message.data = Memory.get64(address + RemoteMessages.PLACE);
        }
        if (space.isClosed()) { // an exception has closed it here while others still send
            receipts.refuse(message);
            pool.give(message);
        } else {
            message.order = space.nextArrival();
            delivery.offer(message);
        }
    }

    /** The sender has taken back what it has offered, and nobody has matched. */
    private void acceptWithdrawal(long address) {
        final MessageSpace space = spaces.find(Memory.get32(address + RemoteMessages.SPACE));
        if (space == null) {
            return;
        }
        final long id = Memory.get64(address + RemoteMessages.ID);
        final int source = Memory.get32(address + RemoteMessages.SOURCE);
        for (Message message = space.unmatched.first(); message != null; message = message.next) {
            message.withdraw(source, id);
        }
        handlers.withdraw(space, source, id);
    }

    private void acceptData(MessageRequest request, long address) {
        final long offset = Memory.get64(address + RemoteMessages.OFFSET);
        final long size = Math.min(remote.mostData(), request.resultBytes - offset);
        Delivery.write(request, offset, address + RemoteMessages.DATA_START, size);
        final long before = request.doneBytes / remote.mostData() / RemoteMessages.WINDOW;
        request.doneBytes += size;
        final int source = request.space.worldPe(request.source);
        if (request.doneBytes == request.resultBytes) {
            remote.answer(RemoteMessages.DONE, source, request.partnerId, 0);
            request.isDone = true;
        } else if (request.doneBytes / remote.mostData() / RemoteMessages.WINDOW > before) {
            remote.answer(RemoteMessages.MORE, source, request.partnerId, 0);
        }
    }
}
