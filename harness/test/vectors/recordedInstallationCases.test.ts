import { expect, it } from 'vitest';
import { channelOfIngest, egressOf, METADATA_KEY } from '../../../src/api/processIds.ts';
import { sourceOf } from '../../../src/catalog/sources/index.ts';
import { skillsOf } from '../../../src/media/encoding/skills.ts';
import { egressProcess } from '../../../src/media/process/egress.ts';
import { ingestProcess } from '../../../src/media/process/ingest.ts';
import { snapshotProcess } from '../../../src/media/process/snapshot.ts';
import { parseEgressMetadata, parseIngestMetadata } from '../../../src/media/stored/metadata.ts';
import { changeSetting, differences, type Group, group, list, text } from './case.ts';
import recorded from './fixtures/recorded-processes.json' with { type: 'json' };
import { networkFrom } from './sourceCases.ts';

// Changing one stored field only affects what it controls.
const processes = Object.entries(recorded.interfaces).flatMap(([release, recording]) =>
  list(recording.processes).map((process) => ({ release, id: text(process.id), process })),
);
const metadataIn = ({ metadata }: Group) => group(group(metadata)[METADATA_KEY]);
const ingests = processes.filter(({ id }) => channelOfIngest(id) !== null);
const egresses = processes.filter(({ id }) => egressOf(id) !== null);

const asJson = (metadata: unknown): Group => group(JSON.parse(JSON.stringify(metadata)));

it('a source that is probed again is read as it was stored', () => {
  const read = ingests.flatMap(({ process }) => {
    const channel = text(process.reference);
    const network = networkFrom({ version: 3, srt: { enable: true } }, 'http://core.example:8080', channel);
    const context = { ffmpeg: { major: 5, minor: 1 }, network, skills: skillsOf(null) };
    const { sources } = parseIngestMetadata(metadataIn(process));
    return sources
      .filter(({ inputs }) => inputs.length > 0)
      .map(({ type, settings, inputs }) => [inputs, sourceOf(type)?.inputs(settings, context)]);
  });
  expect(read.length).toBeGreaterThan(10);
  for (const [stored, now] of read) expect(now).toEqual(stored);
});

function ingestOf(channel: string, stored: Group) {
  const metadata = parseIngestMetadata(stored);
  const network = networkFrom({ version: 3, srt: { enable: true } }, 'http://core.example:8080', channel);
  return {
    ingest: ingestProcess({ channel, metadata, network }),
    snapshot: snapshotProcess({ channel, metadata }),
    written: asJson(metadata),
  };
}

const HLS = ['output.cleanup', 'output.options'];

it.each<[field: string, value: unknown, ingest: string[], snapshot: string[]]>([
  ['meta.name', 'Renamed', [], []],
  ['license', 'CC0 1.0', [], []],
  ['player.mute', true, [], []],
  ['theirs', 1, [], []],
  ['control.hls.segmentDuration', 7, HLS, []],
  ['control.hls.listSize', 20, HLS, []],
  ['control.hls.cleanup', false, ['output.cleanup'], []],
  ['control.hls.version', 7, HLS, []],
  ['control.hls.storage', 'diskfs', ['output.address', ...HLS], ['input']],
  ['control.srt.enable', true, ['output.address', 'output.options'], []],
  ['control.process.low_delay', true, ['output.options'], []],
  ['control.process.delay', 99, ['reconnect_delay_seconds'], []],
  ['control.process.staleTimeout', 99, ['stale_timeout_seconds'], []],
  ['control.process.reconnect', false, ['reconnect'], []],
  ['control.limits', { cpu_usage: 50, memory_mbytes: 0, waitfor_seconds: 9 }, ['limits'], []],
  ['control.snapshot.interval', 5, [], ['reconnect_delay_seconds']],
])('the field %s of a channel only affects what it controls', (field, value, ingest, snapshot) => {
  for (const { id, process } of ingests) {
    const channel = text(process.reference);
    const before = ingestOf(channel, metadataIn(process));
    // Saving without a change has no effect.
    const same = ingestOf(channel, before.written);
    expect([differences(before.ingest, same.ingest), same.written], id).toEqual([[], before.written]);
    const after = ingestOf(channel, changeSetting(before.written, field, value));
    expect(differences(before.ingest, after.ingest), id).toEqual(ingest);
    expect(differences(before.snapshot, after.snapshot), id).toEqual(snapshot);
    expect(after.written, id).toEqual(changeSetting(before.written, field, value));
  }
});

it.each<[field: string, value: unknown, egress: string[]]>([
  ['name', 'Renamed', []],
  ['settings.theirs', 1, []],
  ['control.process.delay', 99, ['reconnect_delay_seconds']],
  ['control.process.autostart', true, ['autostart']],
  ['control.process.low_delay', true, ['output.options']],
  ['control.source.source', 'rtmp', ['input']],
  ['control.source.source', 'hls+diskfs', ['input']],
  ['control.limits', { cpu_usage: 50, memory_mbytes: 0, waitfor_seconds: 9 }, ['limits']],
])('the field %s of a publication only affects what it controls', (field, value, egress) => {
  for (const { id, process } of egresses) {
    const stored = metadataIn(process);
    const channel = text(process.reference);
    const { service, uuid } = egressOf(id) ?? { service: '', uuid: '' };
    const ingest = ingests.find(({ process: { reference } }) => reference === channel);
    const { streams } = parseIngestMetadata(ingest && metadataIn(ingest.process));
    const rebuild = (raw: Group) => {
      const metadata = parseEgressMetadata(raw);
      return egressProcess({ channel, service, uuid, metadata, streams });
    };
    const written = asJson(parseEgressMetadata(stored));
    const before = rebuild(stored);
    expect(before, id).not.toBeNull();
    expect([differences(before, rebuild(written)), asJson(parseEgressMetadata(written))], id).toEqual([[], written]);
    const others = field === 'control.process.low_delay' && (before?.output.length ?? 0) > 1 ? ['others'] : [];
    expect(differences(before, rebuild(changeSetting(written, field, value))), id).toEqual([...others, ...egress]);
  }
});
