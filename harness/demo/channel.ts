import { type Core, createCore } from '../../src/api/client.ts';
import { ingestId, METADATA_KEY, probeId, snapshotId } from '../../src/api/ids.ts';
import { metadataOf, probedAudio, probedVideo, withInputs } from '../../src/features/wizard/decide.ts';
import { newDraft, type WizardDraft, withAudio } from '../../src/features/wizard/draft.ts';
import { ingestDefaults } from '../../src/media/metadata.ts';
import { networkOf } from '../../src/media/network.ts';
import { ingestProcess } from '../../src/media/process/ingest.ts';
import { probeProcess } from '../../src/media/process/probe.ts';
import { snapshotProcess } from '../../src/media/process/snapshot.ts';
import type { Input } from '../../src/media/profile.ts';
import { skillsOf } from '../../src/media/skills.ts';

/** Always the same, so that a second start finds the channel of the first. */
const CHANNEL = '5155ce00-de30-4000-8000-000000000001';
const PICTURE = { source: 'testsrc2', size: '1280x720', fps: '25' };

/** A core client that is logged in. */
export async function logIn(address: string, { name, password }: { name: string; password: string }): Promise<Core> {
  const core = createCore({ address });
  const { access_token, refresh_token } = await core.login({ body: { username: name, password } });
  core.setTokens({ access: access_token, refresh: refresh_token });
  return core;
}

/** A channel with a moving test picture and a tone, made and stored exactly as the wizard does it. */
export async function ensureDemoChannel(core: Core, picture = PICTURE): Promise<void> {
  const known = await core.processes({ id: ingestId(CHANNEL) });
  if (known.length > 0) return;
  const [skillsAnswer, { config }] = [await core.skills(), await core.config()];
  const skills = skillsOf(skillsAnswer);
  const network = networkOf({ config, page: new URL(core.address), channel: CHANNEL });
  const context = { skills, network, ffmpeg: skills.ffmpeg };

  const fresh = newDraft(CHANNEL, 'Demo');
  const video = withInputs({ ...fresh.video, type: 'virtualvideo', settings: picture }, context);
  const pictured = accepted(probedVideo({ ...fresh, video }, await probe(core, video.inputs), context));
  const toned = withAudio(pictured, 'tone');
  const audio = withInputs(toned.audio, context);
  const draft = accepted(probedAudio({ ...toned, audio }, await probe(core, audio.inputs), context));

  const metadata = metadataOf(draft, ingestDefaults('Demo'));
  const process = ingestProcess({ channel: CHANNEL, metadata, network });
  if (!process) throw new Error('The demo channel is not complete: the core has no h264 encoder');
  await core.processAdd({ body: process });
  await core.processMetadataSet({ id: process.id, key: METADATA_KEY, body: metadata });
  await core.processDelete({ id: snapshotId(CHANNEL) });
  await core.processAdd({ body: snapshotProcess({ channel: CHANNEL, metadata }) });
}

/** What ffmpeg finds at these inputs. */
async function probe(core: Core, inputs: readonly Input[]) {
  const id = probeId(CHANNEL);
  await core.processDelete({ id });
  await core.processAdd({ body: probeProcess(CHANNEL, inputs) });
  const result = await core.processProbe({ id });
  await core.processDelete({ id });
  return result;
}

function accepted({ draft, failure }: ReturnType<typeof probedVideo>): WizardDraft {
  if (failure) throw new Error(`The demo's test source cannot be used (${failure.verdict}): ${failure.log.join('\n')}`);
  return draft;
}
