import { zipSync } from 'fflate';
import { decodeBase64, encodeBase64 } from '../../../../src/media/bundle/base64.ts';
import { BUNDLE_LIMITS, BUNDLE_SCHEMA, BUNDLE_VERSION } from '../../../../src/media/bundle/bundle.ts';
import { bundlePathOf } from '../../../../src/media/bundle/bundlePath.ts';
import { fillProcess, takeProcessSecrets } from '../../../../src/media/bundle/bundleSecrets.ts';
import {
  contentsOf,
  parseBundleText,
  processesOfText,
  prototypeKeyIn,
} from '../../../../src/media/bundle/bundleText.ts';
import { readBundleZip } from '../../../../src/media/bundle/bundleZip.ts';
import { canonicalText, shapeOfJson } from '../../../../src/media/bundle/canonicalText.ts';
import { isDatabase, readDatabase } from '../../../../src/media/bundle/readDatabase.ts';
import { CHANNEL, RTMP, venue, YOUTUBE, youtube } from '../../../../src/media/bundle/testing.ts';
import { parseDeclaredRecord } from '../../../../src/media/declaration/declaredRecord.ts';
import { parseRevisions, storeRevisions } from '../../../../src/media/revision/revisions.ts';
import { isGroup } from '../../../../src/media/stored/storedSchemas.ts';
import { parseImportNote } from '../../../../src/media/stored/unfinishedSave.ts';
import { bytes, type Json, json, text } from '../kinds.ts';
import { must, mustEqual } from '../must.ts';
import { target } from '../target.ts';

const plain = (value: unknown): Json => JSON.parse(JSON.stringify(value));

const example = plain({
  ...{ schema: BUNDLE_SCHEMA, version: BUNDLE_VERSION, selection: 'installation', secrets: null, servers: null },
  metadata: { 'restreamer-ui': { version: 1, playersite: { title: 'Ours' } } },
  processes: [youtube(CHANNEL, YOUTUBE), venue(CHANNEL, RTMP)].map(
    ({ id, reference, order, metadata, config: { id: _, reference: __, ...config } }) => ({
      ...{ id, reference, order, config, metadata },
    }),
  ),
  files: [
    { path: `/channels/${CHANNEL}/logo.png`, base64: 'iVBORw==' },
    { path: '/playersite/templates/own.html', text: '<p>{{title}}</p>' },
  ],
});

const texts = target({
  name: 'bundles: text',
  reads: ['src/media/bundle/bundleText.ts', 'src/media/bundle/bundleSecrets.ts'],
  kind: json,
  examples: [example],
  run(input) {
    if (!isGroup(input) || prototypeKeyIn(input) !== null) return null;
    const reading = parseBundleText(input);
    if (reading.status === 'refused') return reading.fault;
    const { open } = reading;
    for (const { path } of open.files) must(bundlePathOf(path) !== null, () => `${path} is no path of a bundle`);
    const processes = processesOfText(open.processes);
    must(new Set(processes.map(({ id }) => id)).size === processes.length, () => 'an id is there twice');
    for (const process of processes) {
      const { process: taken, secrets } = takeProcessSecrets(process, []);
      mustEqual(fillProcess(taken, secrets).filled, process, 'filled again it is another');
    }
    contentsOf(open.files, () => null);
    return open.processes.map(({ id }) => id);
  },
  bounds: { msPerKb: 20 },
  findings: [],
});

const zips = target({
  name: 'bundles: zip',
  reads: ['src/media/bundle/bundleZip.ts'],
  kind: bytes,
  examples: [
    Buffer.from(zipSync({ 'bundle.json': Buffer.from('{}'), 'files/a.png': Buffer.from('a') })),
    Buffer.from(zipSync({ 'bundle.json': Buffer.from('{}') }, { level: 0 })),
  ],
  run(input) {
    const reading = readBundleZip(input);
    if (reading.status === 'refused') return reading.fault;
    must(reading.text.length <= BUNDLE_LIMITS.text, () => `${reading.text.length} bytes of text`);
    return reading.text.length;
  },
  findings: [],
});

const shapes = target({
  name: 'bundles: nesting, Base64 and notes',
  reads: ['src/media/bundle/canonicalText.ts', 'src/media/bundle/base64.ts', 'src/media/stored/unfinishedSave.ts'],
  kind: text({ words: ['[', ']', '{', '}', '"', '\\"', 'AAAA', '=', '{"at":1,"done":2,"of":3}'] }),
  examples: ['{"a":[1,{"b":"]"}]}', 'iVBORw==', '{"at":1,"done":2,"of":3}'],
  run(input) {
    const decoded = decodeBase64(input);
    must(decoded === null || encodeBase64(decoded).length === input.length, () => 'written again it is another');
    const { deepest } = shapeOfJson(input, BUNDLE_LIMITS.depth);
    let raw: unknown;
    try {
      raw = JSON.parse(input);
    } catch {
      return deepest;
    }
    const lists = (value: unknown): number =>
      typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(lists)) : 0;
    if (deepest <= BUNDLE_LIMITS.depth) mustEqual(lists(raw), deepest, 'it is as deep as its values');
    return parseImportNote(raw);
  },
  findings: [],
});

const databases = target({
  name: 'bundles: database of a core',
  reads: ['src/media/bundle/readDatabase.ts'],
  kind: json,
  examples: [
    plain({
      version: 4,
      process: { a: { id: 'a', reference: 'r', order: 'start', config: { id: 'a', input: [], output: [] } } },
      metadata: { system: { g: { a: 1 } }, process: { a: { k: 1 } } },
    }),
  ],
  run(input) {
    if (!isGroup(input) || !isDatabase(input)) return null;
    const reading = readDatabase(input);
    return reading.status === 'refused' ? reading.fault : canonicalText(reading.installation.processes);
  },
  findings: [],
});

const PROCESS = { before: { config: { id: 'p', options: ['-re'] }, metadata: { m: { name: 'Main' } } }, after: 'm' };
const PATH = ['metadata', 'm', 'name'];

const revisions = target({
  name: 'stored: earlier versions, and the record of a declaration',
  reads: ['src/media/revision/revisions.ts', 'src/media/declaration/declaredRecord.ts'],
  kind: json,
  examples: [
    {
      version: 1,
      revisions: [
        { at: 2, by: 'ann', entries: { 'process:p': PROCESS }, lostFiles: ['/a.png'] },
        {
          at: 1,
          by: '',
          entries: { 'process:p': { after: 'o', changes: [{ path: PATH, before: 'Old' }] } },
          lostFiles: [],
        },
      ],
      deleted: { name: 'Hall', at: 2 },
    },
    {
      version: 1,
      at: 1,
      entries: {},
      fault: { place: 'hall.json', text: 'x', values: [] },
      conflicts: [],
      failure: null,
    },
    { version: 2, revisions: [] },
  ],
  run(raw) {
    parseDeclaredRecord(raw);
    const found = parseRevisions(raw);
    if (found === 'newer') return found;
    const stored = storeRevisions(found);
    if (stored === null) return null;
    const again = parseRevisions(plain(stored));
    must(again !== 'newer' && again.list.length <= found.list.length, () => 'read again there are more');
    return stored;
  },
  bounds: { msPerKb: 20, growTo: 128 * 1024, outputBase: 40_000, output: 60 },
  findings: [],
});

export const bundleTargets = [texts, zips, shapes, databases, revisions];
