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
}

/** Streams of server-sent events out of the journal. */
export function createEventStreams(journal: Journal) {
  const open = new Set<ServerResponse>();

  /** What a client missed, and then what happens. */
  async function follow(response: ServerResponse, after: number | null) {
    const isOpen = () => open.has(response);
    const live: JournalEntry[] = [];
    let sent = after === null || after > journal.last() ? null : after;
    let isLive = sent === null;
    const send = (entry: JournalEntry) => {
      if (!isOpen()) return;
      sent = entry.id;
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
    serve(request: IncomingMessage, response: ServerResponse, { after, headers }: StreamOptions) {
      open.add(response);
      // A client may leave while it is written to.
      response.on('error', () => undefined);
      request.socket.setNoDelay(true);
      response.writeHead(200, {
        'Content-Type': 'text/event-stream',
        'Cache-Control': 'no-store',
        'X-Accel-Buffering': 'no',
        'X-Content-Type-Options': 'nosniff',
        ...headers,
      });
      response.write(': begins\n\n');
      const comments = setInterval(() => {
        if (open.has(response)) response.write(':\n\n');
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
      void follow(response, after).catch(() => end(response));
    },
    end() {
      for (const response of open) end(response);
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
