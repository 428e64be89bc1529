import { createAction } from '@reduxjs/toolkit';
import { call, put, select } from 'typed-redux-saga';
import { CoreError, NOT_AS_EXPECTED } from '../../../api/error.ts';
import type { SourceContext } from '../../../catalog/form/defineCatalogEntry.ts';
import { missingDeviceReason, sources } from '../../../catalog/sources/index.ts';
import { msg } from '../../../i18n/msg.ts';
import { agedBy } from '../../../media/encoding/encoderTestResults.ts';
import { isTrialOf, trialRefusalOf } from '../../../media/encoding/ffmpegTrialResult.ts';
import { isEmpty, skillsOf } from '../../../media/encoding/skills.ts';
import { skillsAfterTrial } from '../../../media/encoding/skillsAfterTrial.ts';
import type { MediaType } from '../../../media/encoding/streams.ts';
import { reasonValue } from '../../gate/host/catchSagaErrors.ts';
import { host } from '../../gate/host/host.ts';
import { noticed } from '../../gate/notice/slice.ts';
import { coreInfoOf, skillsLearned, type WithSession } from '../../gate/session/slice.ts';

export const devicesWanted = createAction('source/devicesWanted');

/** Always stores a new skills object, even after a failure, because `useLookAgain` waits for one. */
export function* lookAgain() {
  const core = yield* host('core');
  try {
    const answer = yield* call(core.skillsReload);
    if (isEmpty(answer)) throw new CoreError(NOT_AS_EXPECTED, msg('The core is still looking at ffmpeg …'));
    const skills = skillsOf(answer);
    const info = yield* select(({ session }: WithSession) => coreInfoOf(session));
    // ffmpeg may have been updated meanwhile.
    const versions = { core: info?.about.version.number ?? '', ffmpeg: skills.ffmpeg.version };
    const { tested = {}, trial } = info?.skills ?? {};
    const learned = trial && isTrialOf(trial, versions) ? skillsAfterTrial(skills, trial) : skills;
    yield* put(skillsLearned({ ...learned, tested: agedBy(tested, versions) }));
  } catch (error) {
    yield* put(noticed('error', msg('The core could not look for devices again ({{0}})'), reasonValue(error)));
    const info = yield* select(({ session }: WithSession) => coreInfoOf(session));
    if (info) yield* put(skillsLearned({ ...info.skills }));
  }
}

/** Returns the device kinds that this core cannot read, with reasons as texts of the catalog. */
export const lackingKinds = (type: MediaType, { skills }: SourceContext): LackingSource[] =>
  sources.flatMap((source) => {
    const { id, name, media } = source;
    const why = media.includes(type) ? missingDeviceReason(source, skills) : null;
    const line = media.includes(type) ? trialRefusalOf(skills, 'source', id) : null;
    return why === null && line === null ? [] : [{ id, name, why, line }];
  });

/** Exactly one is set: `why`, a text of the catalog, or `line`, the error of ffmpeg. */
export interface LackingSource {
  id: string;
  name: string;
  why: string | null;
  line: string | null;
}
