import type { IncomingMessage, ServerResponse } from 'node:http';
import { AGENT_LIMITS } from '../src/api/agentLimits.ts';
import type { Journal } from './journal.ts';
import type { JournalEntry } from './journalStore.ts';

/** Proxies close connections without traffic. */
const COMMENT_EVERY_MS = 15_000;
/** Lifetime of an access token: the client reconnects with a new one and continues where it was. */
const MAX_MS = 600_000;
const BATCH = 100;
/** A client that does not read a batch within this time is disconnected. */
const TAKES_WITHIN_MS = 30_000;

interface StreamOptions {
  /** null, or an id of the future: only new events. */
  after: number | null;
  headers: Readonly<Record<string, string>>;
  isGood: () => boolean;
  isShown: (entry: JournalEntry) => boolean;
}

export function createEventStreams(journal: Journal) {
  const open = new Map<ServerResponse, StreamOptions>();

  async function follow(response: ServerResponse, { after, isShown, isGood }: StreamOptions) {
    const isOpen = () => open.has(response);
    const live: JournalEntry[] = [];
    let sent = after === null || after > journal.last() ? null : after;
    let isLive = sent === null;
    const send = (entry: JournalEntry) => {
      if (!isOpen()) return;
      sent = entry.id;
      if (!isShown(entry)) return;
      if (!isGood()) return end(response);
      response.write(`id: ${entry.id}\ndata: ${JSON.stringify(entry)}\n\n`);
      if (response.writableLength > AGENT_LIMITS.unreadBytes) end(response);
    };
    const stop = journal.listen((entry) => {
      if (isLive) send(entry);
      else if (live.push(entry) > BATCH * 10) end(response);
    });
    response.once('close', stop);
    while (sent !== null && !isLive && isOpen()) {
      const missed: readonly JournalEntry[] = await journal.read(sent, BATCH);
      for (const entry of missed) send(entry);
      if (missed.length > 0) {
        if (!(await isTaken(response))) end(response);
        continue;
      }
      const last = sent;
      for (const entry of live.filter(({ id }) => id > last)) send(entry);
      isLive = true;
    }
  }

  function end(response: ServerResponse) {
    open.delete(response);
    response.destroy();
  }

  return {
    isFull: () => open.size >= AGENT_LIMITS.streams,
    serve(request: IncomingMessage, response: ServerResponse, options: StreamOptions) {
      open.set(response, options);
      // The client may disconnect during a write.
      response.on('error', () => undefined);
      request.socket.setNoDelay(true);
      response.writeHead(200, {
        'Content-Type': 'text/event-stream',
        'Cache-Control': 'no-store',
        'X-Accel-Buffering': 'no',
        'X-Content-Type-Options': 'nosniff',
        ...options.headers,
      });
      response.write(': begins\n\n');
      const comments = setInterval(() => {
        if (!options.isGood()) end(response);
        else if (open.has(response)) response.write(':\n\n');
      }, COMMENT_EVERY_MS);
      const longest = setTimeout(() => {
        open.delete(response);
        response.end();
        setTimeout(() => response.destroy(), 1000).unref();
      }, MAX_MS);
      longest.unref();
      response.once('close', () => {
        clearInterval(comments);
        clearTimeout(longest);
        open.delete(response);
      });
      void follow(response, options).catch(() => end(response));
    },
    endRevoked() {
      for (const [response, { isGood }] of open) if (!isGood()) end(response);
    },
    end() {
      for (const response of open.keys()) end(response);
    },
  };
}

function isTaken(response: ServerResponse): Promise<boolean> {
  if (!response.writableNeedDrain) return Promise.resolve(true);
  return new Promise((resolve) => {
    const answer = (value: boolean) => {
      clearTimeout(timer);
      response.off('drain', onDrain).off('close', onClose);
      resolve(value);
    };
    const onDrain = () => answer(true);
    const onClose = () => answer(false);
    const timer = setTimeout(onClose, TAKES_WITHIN_MS);
    response.once('drain', onDrain).once('close', onClose);
  });
}
