import { readdirSync, readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isSampled, sampleOf } from '../../harness/test/testing/quickOrWholeSuite.ts';
import { endpoints } from '../api/endpoints.ts';
import { agentKey, METADATA_KEY } from '../api/processIds.ts';
import { REVISIONS_KEY } from '../media/revision/revisions.ts';
import type { FakeAnswers } from '../testing/fakeCore.ts';
import { aCoreToSaveOn, type By, copyOf, egress, ingest, kindsOfSave, others, settle } from '../testing/kindsOfSave.ts';
import { openStore, type TestStore } from '../testing/openStore.ts';
import { randomFrom } from '../testing/randomFrom.ts';
import type { LastingCore } from '../testing/statefulCore.ts';
import { sessionStarted } from './gate/session/actions.ts';
import { importedFound } from './live/channel/discoverChannels.ts';
import { pagesOutdated } from './live/publishPages/saga.ts';

/* A save reported as successful must be stored, a failed one leaves nothing, and pages match the stored data. */

beforeEach(() => vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => vi.useRealTimers());

type Kind = (typeof kindsOfSave)[number];

/** Delays or loses requests and responses. */
type Line = (answer: () => unknown) => Promise<unknown>;

const READS = /^(processes|process|processMetadata|metadataAll|config|diskFiles|diskRead|diskBytes)$/;
const resourceOf = (name: string) => /^(process|metadata|config|disk)/.exec(name)?.[0] ?? name;

/** Caches responses for a second, unless a write of the same kind invalidates them, like the client. */
function cachedCore({ answers }: LastingCore, line: Line) {
  const cache = new Map<string, { name: string; until: number; answer: Promise<unknown> }>();
  const forget = (name: string) => {
    for (const [key, entry] of cache) if (resourceOf(entry.name) === resourceOf(name)) cache.delete(key);
  };
  const call = async (name: string, request: () => Promise<unknown>, key: string) => {
    const hit = cache.get(key);
    if (hit && hit.until > Date.now()) return structuredClone(await hit.answer);
    if (!READS.test(name)) {
      forget(name);
      return await request().finally(() => forget(name));
    }
    const entry = { name, until: Number.POSITIVE_INFINITY, answer: request() };
    cache.set(key, entry);
    const answer = await entry.answer;
    entry.until = Date.now() + 950;
    return structuredClone(answer);
  };
  const core: FakeAnswers = Object.fromEntries(
    Object.entries(answers).map(([name, answer]) => [
      name,
      (params: never) =>
        call(name, () => line(() => Reflect.apply(answer, undefined, [params])), name + JSON.stringify(params)),
    ]),
  );
  return { core, clear: () => cache.clear() };
}

interface Operator {
  by: By;
  kind: Kind;
  store: TestStore;
  /** Success messages; empty if the save failed. */
  notices: string[];
  /** Whether the operator got any feedback, including a question. */
  isHeard: () => boolean;
}

async function anOperator(core: LastingCore, kind: Kind, by: By, line: Line): Promise<Operator> {
  const cached = cachedCore(core, line);
  const store = openStore({ core: cached.core, seed: by === 'ours' ? 0 : 101 });
  vi.spyOn(store.core, 'setTokens').mockImplementation(cached.clear);
  store.dispatch(sessionStarted());
  await settle();
  await kind.prepare(store, by);
  await settle();
  const notices: string[] = [];
  const from = store.getState().notice.next;
  let isRefused = false;
  store.subscribe(() => {
    for (const { id, tone, text } of store.getState().notice.shown)
      if (id >= from && tone === 'success' && !notices.includes(text)) notices.push(text);
      // A notice about waiting for another save is not a result.
      else isRefused ||= id >= from && tone !== 'success' && tone !== 'info';
  });
  const isHeard = () => {
    if (kind.shows?.(store) && !notices.includes(kind.name)) notices.push(kind.name);
    return notices.length > 0 || isRefused || formsOf(store).some(hasConflict);
  };
  return { by, kind, store, notices, isHeard };
}

async function pagesOf(core: LastingCore) {
  const copy = copyOf(core);
  const store = openStore({ core: copy.answers, seed: 50 });
  store.dispatch(sessionStarted());
  await settle();
  const available = store.getState().channel.list.filter(({ available }) => available);
  store.dispatch(importedFound(available.map(({ id }) => id)));
  store.dispatch(pagesOutdated(null));
  await settle();
  store.stop();
  return pagesIn(copy);
}

const pagesIn = ({ disk }: LastingCore) =>
  [...disk].filter(([path]) => /\.(html|json|xml)$/.test(path) || /pages-.*\.txt$/.test(path)).toSorted();

const formsOf = (store: TestStore) => {
  const { wizard, source, channelSettings, publicationForm, player, website, settings, rendition, slate } =
    store.getState();
  return [wizard, source, channelSettings, publicationForm, player, website, settings, rendition, slate];
};

/** "Changed elsewhere" and "Deleted elsewhere". */
const hasConflict = (form: object) => 'others' in form && ['changed', 'gone'].includes(Object(form.others).status);

const hasEnded = ({ store, isHeard }: Operator) =>
  isHeard() && formsOf(store).every((form) => !('busy' in form) || !form.busy);

const leftover = ({ global }: LastingCore) =>
  Object.keys(global).filter(
    (key) => key.startsWith('sluice-') && !key.startsWith(agentKey('')) && !key.startsWith(REVISIONS_KEY),
  );

async function ended(core: LastingCore, operators: readonly Operator[]) {
  await settle(200);
  for (let seconds = 0; seconds < 90 && !(operators.every(hasEnded) && leftover(core).length === 0); seconds += 1)
    await settle(1000);
  await settle(200);
}

async function judge(core: LastingCore, operators: readonly Operator[], at: string) {
  const removed = operators.flatMap(({ kind, notices }) => (notices.length > 0 ? (kind.removes ?? []) : []));
  const isRemoved = ({ sagas, removes, needs = '' }: Kind) =>
    !removes &&
    (removed.includes(needs) ||
      (removed.includes(ingest) && !ON_ITS_OWN.test(sagas[0] ?? '')) ||
      (removed.includes(egress) && PUBLISHES.test(sagas[0] ?? '')));
  for (const operator of operators) {
    const { by, kind, notices } = operator;
    const label = `${at}: ${kind.name}, ${by}, ${notices.length > 0 ? 'saved' : 'not saved'}`;
    expect(hasEnded(operator), label).toBe(true);
    if (notices.length > 0 && !isRemoved(kind)) expect(kind.done(core, by), label).toBe(true);
    const mayBeOthers =
      kind.removes || operators.some((other) => other !== operator && kind.same && other.kind === kind);
    if (notices.length === 0 && !mayBeOthers) expect(kind.done(core, by), label).toBe(false);
  }
  expect(
    operators.some(({ notices }) => notices.length > 0),
    at,
  ).toBe(true);
  expect(leftover(core), at).toEqual([]);
  expect(core.global.others).toEqual(others);
  const process = core.held.get(ingest);
  if (process) expect(process.metadata.others, at).toEqual(others);
  // Deleting the chosen template leaves its pages until the next save, as the dialog states.
  const { template } = Object(Object(core.global[METADATA_KEY]).playersite);
  const isMissing = template === 'own' && !core.disk.has('/playersite/templates/own.html');
  if (!isMissing) expect(pagesIn(core), at).toEqual(await pagesOf(core));
}

const ON_ITS_OWN = /setup\/(website|settings)\//;
const PUBLISHES = /setup\/(publicationForm|hold)\//;

const kinds = kindsOfSave.filter(({ fresh }) => !fresh);

async function aPublishedCore() {
  const core = aCoreToSaveOn();
  await publish(core);
  return core;
}

async function publish(core: LastingCore) {
  const store = openStore({ core: core.answers, seed: 50 });
  store.dispatch(sessionStarted());
  await settle();
  store.dispatch(importedFound(store.getState().channel.list.map(({ id }) => id)));
  store.dispatch(pagesOutdated(null));
  await settle();
  store.stop();
}

async function copyWith(before: LastingCore, kinds: readonly Kind[]) {
  const core = copyOf(before);
  const preparations = new Set(kinds.flatMap((kind) => kind.given ?? []));
  for (const add of preparations) add(core);
  if (preparations.size > 0) await publish(core);
  return core;
}

describe.each(kinds)('a save of $name', (kind) => {
  it('succeeds or fails as a whole if another operator saves between any two of its requests', async () => {
    const before = await aPublishedCore();
    let at = 1;
    for (let reached = true; reached && at < 120; at += 1) {
      if (!isSampled(at, 5)) continue;
      const other = at % 2 === 0 ? kind : (kinds[at % kinds.length] ?? kind);
      const core = await copyWith(before, [kind, other]);
      const line = { armed: false, asked: 0, meanwhile: async () => {} };
      const own: Operator = await anOperator(core, kind, 'ours', async (answer) => {
        // Polls after the save do not count.
        const counts = line.armed && !hasEnded(own);
        if (counts) line.asked += 1;
        if (counts && line.asked === at) await line.meanwhile();
        return await answer();
      });
      const foreign = await anOperator(core, other, 'theirs', async (answer) => await answer());
      line.meanwhile = () => {
        other.press(foreign.store, 'theirs');
        return new Promise((resolve) => {
          setTimeout(resolve, 3000);
        });
      };
      line.armed = true;
      kind.press(own.store, 'ours');
      await ended(core, [own, foreign]);
      reached = line.asked >= at;
      if (reached) await judge(core, [own, foreign], `request ${at}, ${other.name}`);
      own.store.stop();
      foreign.store.stop();
    }
    expect(at).toBeGreaterThan(1);
    expect(at).toBeLessThan(120);
  });
});

/** Requests that change nothing stored: login, scan, and restart. */
const PASSING = /^(login|loginWithToken|skillsReload|configReload)$/;

/** Writes that are not started by an operator, or belong to another save. */
const NO_KINDS: Readonly<Record<string, string>> = {
  'setup/agent/saga.ts': 'stores one address beside what is stored then; the newest counts',
  'setup/encoderSpeedup/saga.ts': 'applies to what is stored then, and shows no form',
  'setup/sourceAudio/takeAudioOfSource.ts': 'applies to what is stored then, and shows no form',
  'setup/holdRelease/releaseHolds.ts': 'applies to what is stored then, and shows no form',
  'setup/resume/finishFollowUps.ts': 'finishes what another page began',
  'setup/settings/loginChange.ts': 'draws a new secret, which nobody enters',
  'setup/mediaFile/removeUnusedFiles.ts': 'removes own uploads that no stored source plays',
  'shared/saving/saveJournal.ts': 'finishes what another page began',
  'shared/editor/editorSagas.ts': 'is the part that all forms share',
  'setup/bundle/applyPlan.ts': 'writes what its plan expects, see applyPlan.test.ts',
  'setup/bundle/runInBatches.ts': 'holds the lock for steps of a plan',
  'setup/bundle/writeProcess.ts': 'writes what its plan expects, see applyPlan.test.ts',
  'shared/saving/exclusively.ts': 'is the lock itself',
};

/** Writes outside the lock, each with the reason why nothing can get lost. */
const UNLOCKED: Readonly<Record<string, string>> = {
  'live/admission/registerFirstUser.ts': 'nobody else is there before the first user',
  'live/admission/saga.ts': 'removes processes for a moment that a page has left behind',
  'live/channel/channelBelongings.ts': 'removes what belongs to a channel that is gone',
  'live/hold/followHolds.ts': 'cuts to the standby image and back: the last press counts',
  'live/ingest/runCommand.ts': 'starts and stops: the last press counts',
  'live/publication/runPublicationCommand.ts': 'starts and stops: the last press counts',
  'live/publication/startStopRenditions.ts': 'starts and stops: the last press counts',
  'live/publication/stopRecordingsOnFullDisk.ts':
    'stops, and removes recordings beyond their limits, which no save writes',
  'live/publishPages/updatePlayerPages.ts': 'makes pages of what is stored, again if that has changed',
  'live/publishPages/updateWebsite.ts': 'makes pages of what is stored, again if that has changed',
  'live/streamInspector/captureProbePicture.ts': 'a process of its own, which goes again',
  'setup/bundle/applyDeclaration.ts': 'stores a record of its own, which no save reads',
  'setup/bundle/writeFile.ts': 'uploads take longer than a lock: the last one counts',
  'setup/channelSettings/saga.ts': 'starts a process that is saved',
  'setup/egress/saveOutputs.ts': 'starts and stops a process that is saved',
  'setup/encoderTrial/runTrialJobs.ts': 'processes of its own, which go again',
  'setup/encoderTrial/testEncoders.ts': 'stores what the machine can do: the newest counts',
  'setup/encoderTrial/tryFfmpeg.ts': 'stores what the machine can do: the newest counts',
  'setup/mediaFile/saga.ts': 'uploads under a new name, and removes that again',
  'setup/recordings/saga.ts': 'deletes a file that no save writes; already gone counts as deleted',
  'setup/rendition/shareEncoding.ts': 'starts a process that is saved',
  'shared/probe/withTemporaryProcess.ts': 'a process of its own, which goes again',
  'shared/saving/exclusively.ts': 'is the lock itself',
  'shared/saving/importNote.ts': 'a note that no save reads',
  'versions/saveRecord/createRecorder.ts': 'stores a revision at the end of a save, which still holds the lock',
  'shared/saving/saveJournal.ts': 'notes under a key of each save',
};

const sources = readdirSync(new URL('.', import.meta.url), { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
  .map((file) => {
    const text = readFileSync(new URL(file, import.meta.url), 'utf8').replace(/^import[^;]*;$/gm, '');
    return { file, text };
  });

/** Endpoints that change stored data or processes on the core. */
const STORING = Object.entries(endpoints).flatMap(([name, { reads }]) => (reads || PASSING.test(name) ? [] : [name]));
const CALLS = new RegExp(`\\b(?:core\\.|\\{ |write\\(')(?:${STORING.join('|')})\\b`, 'g');
const LOCKED_CALLS = new RegExp(`\\bwrite\\('(?:${STORING.join('|')})'`, 'g');
const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;

it('every file that writes to the core belongs to a kind of save, or has a reason not to', () => {
  expect(STORING).toEqual(expect.arrayContaining(['metadataSet', 'processUpdate', 'diskWrite', 'diskDelete']));
  const saving = sources.filter(
    ({ text }) =>
      count(text, CALLS) > 0 ||
      /\b(exclusively|saveProcess|saveMetadata|saveGlobalSettings|saveIngest|saveShared)[(<,]/.test(text),
  );
  const judged = [...kindsOfSave.flatMap(({ sagas }) => sagas), ...Object.keys(NO_KINDS), ...Object.keys(UNLOCKED)];
  expect(saving.map(({ file }) => file).filter((file) => !judged.includes(file))).toEqual([]);
  expect(judged.filter((file) => !saving.some((kind) => kind.file === file))).toEqual([]);
});

it('every write that could lose data holds the lock', () => {
  const unlocked = sources.filter(({ text }) => count(text, CALLS) > count(text, LOCKED_CALLS));
  expect(unlocked.map(({ file }) => file).toSorted()).toEqual(Object.keys(UNLOCKED).toSorted());
});

const rounds = Array.from({ length: 200 }, (_, i) => i + 1);

it('two operators saving at the same time lose nothing and get correct feedback, 200 times', async () => {
  const before = await aPublishedCore();
  for (const seed of sampleOf(rounds, 4)) {
    const random = randomFrom(seed);
    const oneOf = () => kinds[Math.floor(random() * kinds.length)] ?? kinds[0];
    const first = oneOf();
    const second = random() < 0.5 ? first : oneOf();
    if (!first || !second) throw new Error('There are no kinds of saves');
    const core = await copyWith(before, [first, second]);
    let armed = false;
    const wait = () =>
      new Promise((resolve) => {
        setTimeout(resolve, random() * (random() < 0.1 ? 900 : 60));
      });
    const line: Line = async (answer) => {
      if (armed) await wait();
      const result = await answer();
      if (armed) await wait();
      return result;
    };
    const operators = [await anOperator(core, first, 'ours', line), await anOperator(core, second, 'theirs', line)];
    armed = true;
    for (const { kind, store, by } of operators) setTimeout(() => kind.press(store, by), random() * 100);
    await ended(core, operators);
    // The second save would have overwritten the first.
    if (first === second && first.same) expect(operators.filter(({ notices }) => notices.length > 0)).toHaveLength(1);
    await judge(core, operators, `seed ${seed}: ${first.name} and ${second.name}`);
    for (const { store } of operators) store.stop();
  }
});
