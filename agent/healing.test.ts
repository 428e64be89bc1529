import { describe, expect, it } from 'vitest';
import { ProcessState } from '../src/api/answers/process.ts';
import { agentKey, egressId, ingestId } from '../src/api/processIds.ts';
import type { SeenOutput } from './alarms/channelFacts.ts';
import { createHealing, type HealingEvent } from './healing.ts';
import type { JournalEntry } from './journalStore.ts';

const CHANNEL = '3f6b1f0e-7d7e-4c55-9d64-2b6a4c1f9a10';
const EGRESS = egressId('rtmp', '11111111-2222-4333-8444-555555555555');
const RENDITION = 'sluice:rendition:x:y';
const WALL = 1_700_000_000_000;

interface Scene {
  healing?: object;
  version?: number;
  journal?: readonly JournalEntry[];
  order?: 'start' | 'stop';
  rendition?: 'running' | 'failed';
  metadata?: 'away';
  acting?: boolean;
}

/** A publication that hangs from second 100 on, polled once a second. */
function scene({
  healing = {},
  version = 1,
  journal = [],
  order = 'start',
  rendition,
  metadata,
  acting = true,
}: Scene) {
  let second = 0;
  const events: HealingEvent[] = [];
  const commands: string[] = [];
  const output = (): SeenOutput => ({
    ...{ channel: CHANNEL, id: EGRESS, publication: EGRESS, rendition: rendition ? RENDITION : null },
    ...{ sending: second < 100 ? 'live' : 'stalled', runSeconds: 1000 + second, isHeld: false, isUnseen: false },
  });
  const stateOf = (exec: string) => ProcessState.parse({ order, exec, runtime_seconds: 99, progress: { fps: 25 } });
  const process = (id: string, exec = 'running') =>
    [
      id,
      { ...{ id, type: 'ffmpeg', reference: CHANNEL }, created_at: 1, updated_at: 1, state: stateOf(exec) },
    ] as const;
  const lookAtOutputs = createHealing({
    core: {
      async metadataAll() {
        if (metadata === 'away') throw new Error('away');
        return { [agentKey(CHANNEL)]: { version, healing: { [EGRESS]: healing } } };
      },
      processState: async () => stateOf('running'),
      async processCommand({ id, body }) {
        commands.push(`${second} ${body.command} ${id}`);
        return 'OK';
      },
    },
    journal: { opened: Promise.resolve(), read: async () => journal },
    outputs: () => [output()],
    tell: (event) => events.push(event),
    ...{ mayAct: () => acting, now: () => second * 1000, wall: () => WALL + second * 1000, random: () => 0 },
    pause: async () => undefined,
  });
  return {
    events,
    commands,
    async advance(seconds: number) {
      for (const end = second + seconds; second < end; second++) {
        await lookAtOutputs(new Map([process(EGRESS), process(ingestId(CHANNEL)), process(RENDITION, rendition)]));
        await new Promise(setImmediate);
      }
    },
  };
}

const restartEvent = (secondsAgo: number): JournalEntry => ({
  ...{ id: 1, time: WALL - secondsAgo * 1000, channel: CHANNEL, event: 'publication-restarted' },
  fields: { output: EGRESS, rule: 'stalled', n: 60, nth: 1 },
});

describe('the healing of publications', () => {
  it('restarts a hanging publication, reports it, and gives up in the end', async () => {
    const { events, commands, advance } = scene({});
    await advance(1000);
    expect(commands).toEqual([160, 221, 341].map((at) => `${at} reload ${EGRESS}`));
    const subject = { channel: CHANNEL, publication: EGRESS, output: EGRESS };
    const restart = { event: 'publication-restarted', ...subject, rule: 'stalled' };
    expect(events).toEqual([
      ...[60, 60, 119].map((n, i) => ({ ...restart, n, nth: i + 1 })),
      { event: 'healing-gave-up', ...subject, rule: 'stalled', limit: 3 },
    ]);
  });

  it.each<[name: string, scene: Scene]>([
    ['that is switched off', { healing: { stalled: { on: false } } }],
    ['with settings of a newer version', { version: 2 }],
    ['that an operator has stopped meanwhile', { order: 'stop' }],
    ['whose encoding fails', { rendition: 'failed' }],
    ['while its settings are unknown', { metadata: 'away' }],
    ['while another agent acts', { acting: false }],
    [
      'that it had restarted before its own restart',
      { journal: [restartEvent(9), restartEvent(8), restartEvent(-600)] },
    ],
  ])('does not restart a hanging publication %s', async (_, options) => {
    const { commands, advance } = scene(options);
    await advance(500);
    expect(commands).toEqual([]);
  });

  it('forgets restarts older than an hour', async () => {
    const { commands, advance } = scene({ journal: [restartEvent(3700), restartEvent(3650), restartEvent(3620)] });
    await advance(300);
    expect(commands).toHaveLength(2);
  });
});
