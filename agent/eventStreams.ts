import type { IncomingMessage, ServerResponse } from 'node:http';
import { AGENT_LIMITS } from '../src/api/agentLimits.ts';
import type { Journal } from './journal.ts';
import type { JournalEntry } from './journalStore.ts';

/** Proxies take a connection on which nothing comes for dead. */
const COMMENT_EVERY_MS = 15_000;
/** As long as an access token lives: who comes back shows another one, and goes on where it was. */
const MOST_MS = 600_000;
const BATCH = 100;
/** A client that has not taken a batch by then reads nothing. */
const TAKES_WITHIN_MS = 30_000;

interface StreamOptions {
  /** null, or of the future: from now on. */
  after: number | null;
  /** Beside those of a stream. */
  headers: Readonly<Record<string, string>>;
  /** Whether its client is let in still. */
  isGood: () => boolean;
  /** Whether its client may see this. */
  isShown: (entry: JournalEntry) => boolean;
}

/** Streams of server-sent events out of the journal. */
export function createEventStreams(journal: Journal) {
  const open = new Map<ServerResponse, StreamOptions>();

  /** What a client missed, and then what happens. */
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
      // A client may leave while it is written to.
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
      }, MOST_MS);
      longest.unref();
      response.once('close', () => {
        clearInterval(comments);
        clearTimeout(longest);
        open.delete(response);
      });
      void follow(response, options).catch(() => end(response));
    },
    /** Those of clients who are let in no more. */
    endRevoked() {
      for (const [response, { isGood }] of open) if (!isGood()) end(response);
    },
    end() {
      for (const response of open.keys()) end(response);
    },
  };
}

/** Whether a client has read what was sent to it, which may take some time. */
function isTaken(response: ServerResponse): Promise<boolean> {
  if (!response.writableNeedDrain) return Promise.resolve(true);
  return new Promise((resolve) => {
    const answer = (is: boolean) => {
      clearTimeout(timer);
      response.off('drain', taken).off('close', gone);
      resolve(is);
    };
    const taken = () => answer(true);
    const gone = () => answer(false);
    const timer = setTimeout(gone, TAKES_WITHIN_MS);
    response.once('drain', taken).once('close', gone);
  });
}
