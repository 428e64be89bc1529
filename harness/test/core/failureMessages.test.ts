import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createChannelFacts } from '../../../agent/alarms/channelFacts.ts';
import { createCoreClient } from '../../../src/api/client.ts';
import { egressId } from '../../../src/api/processIds.ts';
import type { AlarmLook } from '../../../src/media/incident/alarmLooks.ts';
import { USUAL_ALARMS } from '../../../src/media/incident/alarmSettings.ts';
import type { FiringIncident } from '../../../src/media/incident/incidents.ts';
import { messageWords } from '../../../src/media/incident/messageWords.ts';
import type { Sentence } from '../../../src/media/verdict/verdictTypes.ts';
import { refusingRtmpReceiver } from '../../streams/refusingRtmpReceiver.ts';
import { freePort } from '../../tools/launch/ports.ts';
import { PATIENCE_MS } from '../testing/machineSlowness.ts';
import { NIGHTLY } from '../testing/quickOrWholeSuite.ts';
import { CHANNEL, INGEST, processOf } from './heldChannel.ts';
import { start } from './testing.ts';

/* Real ffmpegs fail, and the agent reads the cause from their logs. */

const UUID = '66666666-2222-4333-8444-555555555555';
const MOMENT = { seconds: 0, wall: 1_700_000_000_000 };
const WORDS = {
  translate: (text: string, values: Readonly<Record<string, number | string>> = {}) =>
    text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? '?')),
  number: String,
  clock: () => '02:00',
  span: (seconds: number) => `${seconds} s`,
};

const copyOf = ({ text, values }: Sentence) => ({ text, values: { ...values } });

function messageOf(alarm: AlarmLook) {
  const { condition, ...subject } = alarm;
  if (condition.status !== 'bad') return null;
  const incident: FiringIncident = {
    ...{ ...subject, id: 'a', status: 'firing', names: { ...alarm.names } },
    ...{ begun: MOMENT, since: MOMENT, fired: MOMENT, isBad: true, lookedAt: 0, badFor: 60, goodFor: 0, restFor: 20 },
    statement: {
      ...condition.statement,
      remedy: condition.statement.remedy && copyOf(condition.statement.remedy),
      sentences: condition.statement.sentences.map(copyOf),
    },
  };
  return messageWords({ id: 'm', receiver: 'r', kind: 'fired', incidents: [incident] }, null, WORDS);
}

const picture = processOf(INGEST, ['testsrc2=size=320x180:rate=25', '-re', '-f', 'lavfi'], {
  ...{ id: 'output_0', address: `{memfs}/${CHANNEL}.m3u8` },
  options: [
    ...['-codec:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-g', '50'],
    ...['-f', 'hls', '-hls_start_number_source', 'epoch', '-hls_time', '2', '-hls_list_size', '6'],
    ...['-hls_flags', 'delete_segments+omit_endlist', '-method', 'PUT'],
    ...['-hls_segment_filename', `{memfs}/${CHANNEL}_%04d.ts`],
  ],
});

it(`an alarm about a failed publication gives the cause and the name of the service ${NIGHTLY}`, async () => {
  await using receiver = await refusingRtmpReceiver();
  const rows = [
    {
      service: 'youtube',
      name: 'YouTube Live',
      to: `rtmp://${receiver.host}/denies/secret-key`,
      says: /rejected the login or stream key\. ?\n.*key/i,
    },
    {
      service: 'twitch',
      name: 'Twitch',
      to: `rtmp://127.0.0.1:${await freePort()}/app/secret-key`,
      says: /refused the connection\.\n/,
    },
    {
      service: 'facebook',
      name: 'Facebook Live',
      to: 'rtmp://nobody.invalid/app/secret-key',
      says: /hostname of Facebook Live could not be resolved\.\n/,
    },
  ];
  const { at } = await start();
  const core = createCoreClient({ address: at(''), freshMs: 0 });
  await core.processAdd({ body: picture });
  for (const { service, to } of rows)
    await core.processAdd({
      body: processOf(egressId(service, UUID), [`{memfs}/${CHANNEL}.m3u8`, '-re'], {
        ...{ id: 'output_0', address: to },
        options: ['-codec:v', 'copy', '-f', 'flv'],
      }),
    });

  const facts = createChannelFacts({
    ...{ core, holds: async () => ({}), now: () => performance.now() },
    program: join(import.meta.dirname, '../../../agent/main.ts'),
  });
  const messages = new Map<string, { title: string; text: string }>();
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end && messages.size < rows.length; ) {
    const processes = await core.processes({ filter: 'state' });
    await facts.take(new Map(processes.map((process) => [process.id, process])));
    for (const alarm of facts.look(USUAL_ALARMS.rules).looks) {
      const message = messageOf(alarm);
      const row = rows.find(({ service }) => alarm.publication === egressId(service, UUID));
      if (row && message && row.says.test(message.text)) messages.set(row.service, message);
    }
    await sleep(1000);
  }
  for (const { service, name } of rows) {
    expect(messages.get(service)?.title).toBe(`Livestream · ${name}: Publication failing`);
    expect(JSON.stringify(messages.get(service))).not.toMatch(/secret-key|66666666/);
  }
});
