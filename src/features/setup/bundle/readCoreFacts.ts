import { call, type SagaGenerator, select } from 'typed-redux-saga';
import { CoreError } from '../../../api/error.ts';
import { egressOf, METADATA_KEY } from '../../../api/processIds.ts';
import { unknownService } from '../../../catalog/serviceFacts/unknownService.ts';
import { unservedReason } from '../../../catalog/serviceFacts/unservedReason.ts';
import { serviceOf } from '../../../catalog/services/index.ts';
import { msg } from '../../../i18n/msg.ts';
import { corePorts } from '../../../media/address/listenPort.ts';
import type { BundleText } from '../../../media/bundle/bundle.ts';
import type { CoreFacts } from '../../../media/bundle/importPlan.ts';
import type { InstalledProcess } from '../../../media/bundle/installation.ts';
import { METRICS, resourcesOf, scarcestDisk } from '../../../media/coreInfo/resources.ts';
import type { Skills } from '../../../media/encoding/skills.ts';
import { parseEgressMetadata } from '../../../media/stored/metadata.ts';
import { host } from '../../gate/host/host.ts';
import { uuidFrom } from '../../gate/host/uuid.ts';
import { coreInfoOf, type WithSession } from '../../gate/session/slice.ts';

/** Secrets in the settings of a publication, as its form declares them. */
export function secretsOfPublication({ id, metadata }: InstalledProcess): readonly string[] {
  const egress = egressOf(id);
  if (!egress) return [];
  const stored = parseEgressMetadata(metadata[METADATA_KEY]);
  return (serviceOf(egress.service) ?? unknownService(egress.service, stored, [])).secrets(stored.settings);
}

/** Throws a CoreError if nobody is logged in. */
export function* readCoreFacts(): SagaGenerator<CoreFacts> {
  const info = coreInfoOf(yield* select(({ session }: WithSession) => session));
  if (!info) throw new CoreError(401, 'Not logged in');
  const random = yield* host('random');
  return {
    skills: info.skills,
    ports: corePorts(info.config),
    freeDisk: yield* call(freeDisk),
    unservedReason: (publication) => reasonOf(publication, info.skills),
    secretsOf: secretsOfPublication,
    ...{ random, newId: () => uuidFrom(random) },
  };
}

/** By what it sends, as older releases sent in other ways than the form does now. */
function reasonOf({ id, metadata }: InstalledProcess, skills: Skills): BundleText | null {
  const { outputs } = parseEgressMetadata(metadata[METADATA_KEY]);
  const service = { id: egressOf(id)?.service ?? '', requires: { audio: [], video: [] } };
  const reason = unservedReason(service, skills, outputs);
  if (!reason) return null;
  return reason.refused === null
    ? {
        text: msg("Missing in this core's ffmpeg: {{0}}"),
        values: [reason.missing.map(({ text, names }) => text.replace('{{names}}', names)).join(', ')],
      }
    : { text: msg('This ffmpeg refuses it: {{0}}'), values: [reason.refused] };
}

function* freeDisk(): SagaGenerator<number | null> {
  const core = yield* host('core');
  try {
    const answer = yield* call(core.metrics, { body: { metrics: METRICS.map((name) => ({ name })) } });
    const { used, limit } = scarcestDisk(resourcesOf(answer));
    return limit === null ? null : Math.max(0, limit - used);
  } catch (error) {
    if (!(error instanceof CoreError)) throw error;
    return null;
  }
}
