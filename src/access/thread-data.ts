/** Key under which a worker finds its handover in Node's environment data. */
export const THREAD_DATA = 'receiptbot.handover';
