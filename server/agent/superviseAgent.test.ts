import type { ChildProcess } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLog } from '../log/index.ts';
import { superviseAgent } from './superviseAgent.ts';

class FakeChild extends EventEmitter {
  readonly sent: unknown[] = [];
  connected = true;
  pid: number | undefined;
  constructor(pid: number | undefined) {
    super();
    this.pid = pid;
  }
  send(message: unknown) {
    this.sent.push(message);
    return true;
  }
  disconnect() {
    this.connected = false;
    this.emit('exit', 0, null);
  }
  kill(signal: string) {
    this.emit('exit', null, signal);
    return true;
  }
}

/** Above the largest PID of Linux (2^22). */
const NO_PID = 2 ** 30;

function supervise(startChild: (nth: number) => FakeChild = () => new FakeChild(NO_PID), isNeededNow?: () => boolean) {
  const children: { child: FakeChild; task: readonly string[] }[] = [];
  const lines: string[] = [];
  let isNeeded = true;
  const log = createLog((line) => lines.push(line));
  const supervisor = superviseAgent({
    program: 'core',
    address: 'http://127.0.0.1',
    folder: '/db/agent',
    issueToken: async () => 'token',
    isNeeded: isNeededNow ?? (() => isNeeded),
    log,
    fork: (task) => {
      const child = startChild(children.length);
      children.push({ child, task });
      return child as unknown as ChildProcess;
    },
  });
  return {
    supervisor,
    children,
    lines,
    tasks: () => children.map(({ task }) => task.join(' ')),
    last: () => children.at(-1)?.child ?? new FakeChild(undefined),
    need(value: boolean) {
      isNeeded = value;
      supervisor.update();
    },
  };
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

it('a woken agent runs for a while even if nothing needs it', () => {
  const { supervisor, children, need, last } = supervise();
  need(false);
  supervisor.wake();
  expect(children.length).toBe(1);
  vi.advanceTimersByTime(590_000);
  expect(last().sent).not.toContainEqual({ type: 'leave' });
  vi.advanceTimersByTime(30_000);
  expect(last().sent).toContainEqual({ type: 'leave' });
});

it('an agent that changed metadata make necessary starts soon', () => {
  let isNeeded = false;
  const { supervisor, children } = supervise(undefined, () => isNeeded);
  supervisor.update();
  isNeeded = true;
  vi.advanceTimersByTime(10_000);
  expect(children.length).toBe(1);
});

describe('an agent that crashes', () => {
  it.each<[how: string, fall: (child: FakeChild) => void, pid: number | undefined]>([
    ['ends by itself', (child) => child.emit('exit', 1, null), NO_PID],
    ['is killed', (child) => child.emit('exit', null, 'SIGKILL'), NO_PID],
    ['cannot be started', (child) => child.emit('error', new Error('spawn EAGAIN')), undefined],
  ])('restarts after it %s, with growing pauses', (_, fail, pid) => {
    const { supervisor, children, last } = supervise(() => new FakeChild(pid));
    supervisor.update();
    for (const pause of [500, 1000, 2000]) {
      const before = children.length;
      fail(last());
      vi.advanceTimersByTime(pause - 1);
      expect(children.length).toBe(before);
      vi.advanceTimersByTime(1);
      expect(children.length).toBe(before + 1);
    }
  });

  it('is retried when no process can be started at all', () => {
    let isFull = true;
    const { supervisor, children } = supervise(() => {
      if (isFull) throw new Error('spawn ENOMEM');
      return new FakeChild(NO_PID);
    });
    supervisor.update();
    vi.advanceTimersByTime(500);
    isFull = false;
    vi.advanceTimersByTime(1000);
    expect(children.length).toBe(1);
  });

  it('counts as one exit even if the child reports error and exit', () => {
    const { supervisor, children, last } = supervise();
    supervisor.update();
    last().emit('error', new Error('kill EPERM'));
    supervisor.update();
    vi.advanceTimersByTime(60_000);
    expect(children.length).toBe(1);
  });

  it('releases its publications once after five crashes within two minutes', () => {
    const { supervisor, tasks, last, need, lines } = supervise();
    supervisor.update();
    for (let failures = 0; failures < 5; failures++) {
      last().emit('exit', 1, null);
      vi.advanceTimersByTime(30_000 / 2);
    }
    expect(tasks()).toEqual([...Array<string>(5).fill('agent'), 'agent release']);
    // The agent's own writes trigger updates too.
    need(false);
    expect(last().sent).toEqual([]);
    last().emit('exit', 0, null);
    vi.advanceTimersByTime(600_000);
    expect(tasks().length).toBe(6);
    expect(lines.some((line) => line.includes('Publications read their channels again'))).toBe(true);
    need(true);
    expect(tasks().at(-1)).toBe('agent');
  });

  it('is restarted after a release if it has other work, without counting a crash', () => {
    const { supervisor, tasks, last, lines } = supervise();
    supervisor.update();
    for (let failures = 0; failures < 5; failures++) {
      last().emit('exit', 1, null);
      vi.advanceTimersByTime(30_000 / 2);
    }
    const before = lines.filter((line) => line.includes('It ended')).length;
    last().emit('exit', 0, null);
    expect(tasks().at(-1)).toBe('agent release');
    vi.advanceTimersByTime(30_000);
    expect(tasks().slice(5)).toEqual(['agent release', 'agent']);
    expect(lines.filter((line) => line.includes('It ended')).length).toBe(before);
  });

  it('is still restarted when its publications could not be released', () => {
    const { supervisor, tasks, last } = supervise();
    supervisor.update();
    for (let failures = 0; failures < 6; failures++) {
      last().emit('exit', 1, null);
      vi.advanceTimersByTime(30_000 / 2);
    }
    vi.advanceTimersByTime(30_000);
    expect(tasks().slice(5)).toEqual(['agent release', 'agent']);
  });

  it('keeps its publications when it crashes only now and then', () => {
    const { supervisor, tasks, last } = supervise();
    supervisor.update();
    for (let failures = 0; failures < 20; failures++) {
      vi.advanceTimersByTime(40_000);
      last().emit('exit', 1, null);
      vi.advanceTimersByTime(500);
    }
    expect(tasks()).not.toContain('agent release');
  });
});

describe('an agent that is no longer needed', () => {
  it('is asked to clean up, and exits by itself', () => {
    const { supervisor, children, last, need } = supervise();
    supervisor.update();
    need(false);
    supervisor.update();
    expect(last().sent).toEqual([{ type: 'leave' }]);
    last().emit('exit', 0, null);
    vi.advanceTimersByTime(60_000);
    expect(children.length).toBe(1);
  });

  it('is killed when it does not exit', () => {
    const { supervisor, last, need } = supervise();
    supervisor.update();
    const ended = vi.fn();
    last().on('exit', ended);
    need(false);
    vi.advanceTimersByTime(10_000);
    expect(ended).toHaveBeenCalledWith(null, 'SIGKILL');
  });

  it('restarts at once when it is needed again meanwhile, without counting a crash', () => {
    const { supervisor, tasks, last, need, lines } = supervise();
    supervisor.update();
    need(false);
    need(true);
    expect(tasks()).toEqual(['agent']);
    last().emit('exit', 0, null);
    expect(tasks()).toEqual(['agent', 'agent']);
    expect(lines).toEqual([]);
  });
});

it('an agent gets a token on request, and the same lease name after each restart', async () => {
  const { supervisor, children, last } = supervise();
  supervisor.update();
  for (let start = 0; start < 2; start++) {
    last().emit('message', { type: 'login' });
    await vi.waitFor(() => expect(last().sent.length).toBe(1));
    last().emit('exit', 1, null);
    vi.advanceTimersByTime(1000);
  }
  const name = expect.stringMatching(/^[0-9a-f]{16}$/);
  const [first, second] = children.map(({ child }) => child.sent[0]);
  expect(first).toEqual({ type: 'login', address: 'http://127.0.0.1', token: 'token', name, folder: '/db/agent' });
  expect(second).toEqual(first);
});

describe('a core that stops', () => {
  it('ends its agent and starts no other', async () => {
    const { supervisor, children } = supervise();
    supervisor.update();
    await supervisor.stop();
    supervisor.update();
    vi.advanceTimersByTime(60_000);
    expect(children.length).toBe(1);
  });

  it('kills an agent that does not exit', async () => {
    const { supervisor, last } = supervise();
    supervisor.update();
    const child = last();
    child.disconnect = () => undefined;
    const ended = vi.fn();
    child.on('exit', ended);
    const stopped = supervisor.stop();
    vi.advanceTimersByTime(2_000);
    await stopped;
    expect(ended).toHaveBeenCalledWith(null, 'SIGKILL');
  });
});

it('the API socket of an agent is the one it reports, and null after its exit', () => {
  const { supervisor, last } = supervise();
  supervisor.update();
  expect(supervisor.socket()).toBeNull();
  last().emit('message', { type: 'listens', path: '/db/agent/api.sock' });
  expect(supervisor.socket()).toBe('/db/agent/api.sock');
  last().emit('exit', 1, null);
  expect(supervisor.socket()).toBeNull();
});
