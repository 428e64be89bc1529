import { describe, expect, it } from 'vitest';
import { COMMAND_TABLE, type Command, EXEC_TABLE, type Exec, type ExecEvent, type Order } from './states.ts';

const execs: Exec[] = ['finished', 'starting', 'running', 'finishing', 'failed', 'killed'];
const idle: Exec[] = ['finished', 'failed', 'killed'];

describe('the actual state of a process', () => {
  const moves: [Exec, ExecEvent, Exec][] = [
    ['finished', 'launched', 'starting'],
    ['failed', 'launched', 'starting'],
    ['killed', 'launched', 'starting'],
    ['starting', 'spawned', 'running'],
    ['starting', 'failed', 'failed'],
    ['running', 'finished', 'finished'],
    ['running', 'failed', 'failed'],
    ['running', 'killed', 'killed'],
    ['running', 'interrupted', 'finishing'],
    ['finishing', 'finished', 'finished'],
    ['finishing', 'killed', 'killed'],
  ];
  it.each(moves)('after %s and the event %s is %s', (exec, event, next) => expect(EXEC_TABLE[exec][event]).toBe(next));

  it.each(idle)('%s does not change without a run', (exec) =>
    expect(Object.keys(EXEC_TABLE[exec])).toEqual(['launched']),
  );
});

describe('a process command', () => {
  const rows: [Order, Exec[], Command, string][] = [
    ['stop', execs, 'start', 'begin'],
    ['stop', execs, 'stop', 'nothing'],
    ['stop', execs, 'restart', 'nothing'],
    ['start', ['starting', 'running'], 'restart', 'interrupt'],
    // no effect while waiting
    ['start', [...idle, 'finishing'], 'restart', 'nothing'],
    ['start', execs, 'stop', 'end'],
    // even after a failure without reconnect
    ['start', execs, 'start', 'nothing'],
  ];
  it.each(rows)('with order %s and state in %j, %s does: %s', (order, from, command, act) => {
    for (const exec of from) expect(COMMAND_TABLE[order][exec][command]).toBe(act);
  });
});
