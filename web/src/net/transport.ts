/*
 * transport.ts - the transports that a session can run over: a WebSocket, or a worker of this page. Both carry JSON texts.
 */

export interface TransportEvents {
  open(): void;
  message(text: string): void;
  /** The line is gone; `code` and `reason` are those of the WebSocket, 1006 where there is none. */
  close(code: number, reason?: string): void;
}

export interface Transport {
  send(text: string): void;
  close(): void;
}

/** Starts a new line; the events come later, never from inside the call. */
export type Dial = (events: TransportEvents) => Transport;

export function socketTransport(address: string): Dial {
  return (events) => {
    const socket = new WebSocket(address, "stos");
    socket.onopen = () => events.open();
    socket.onmessage = (message) => events.message(String(message.data));
    socket.onclose = (close) => events.close(close.code, close.reason);
    return { send: (text) => socket.send(text), close: () => socket.close(1000) };
  };
}

declare const FILES: { tableWorker: string };

/** A worker says "" when it is ready, a number when it ends, and everything else is JSON. */
export function workerTransport(): Dial {
  return (events) => {
    const worker = new Worker(FILES.tableWorker);
    const end = (code: number) => {
      worker.terminate();
      events.close(code);
    };
    worker.onmessage = ({ data }: MessageEvent<string>) => {
      if (data === "") events.open();
      else if (/^\d+$/.test(data)) end(Number(data));
      else events.message(data);
    };
    worker.onerror = () => end(1006);
    return { send: (text) => worker.postMessage(text), close: () => worker.terminate() };
  };
}
