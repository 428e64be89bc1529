import { runFfmpeg } from '../../harness/streams/ffmpeg.ts';
import { hangingReceiver } from '../../harness/streams/hangingReceiver.ts';
import { heavyClip } from '../../harness/streams/heavyClip.ts';
import { refusingRtmpReceiver } from '../../harness/streams/refusingRtmpReceiver.ts';
import type { Core } from '../../src/api/client.ts';
import { isEgress } from '../../src/api/processIds.ts';
import { isAccessible } from '../support/browser/isAccessible.ts';
import type { AllowedError } from '../support/browser/pageErrors.ts';
import { storeChannel } from '../support/storedChannel.ts';
import { expect, test } from '../test.ts';

const away: AllowedError = {
  line: /^(request failed: GET \S+\/memfs\/|status 404: GET \S+\/(memfs|v3\/fs\/mem)\/|status 400: PUT \S+_snapshot\/command|status 503: \w+ \S+\/agent\/api\/)/,
  why: 'What is played is not there yet, the channel has no snapshots, and the agent begins with the first channel.',
};

/** Without the write timeout of RTMP, which ends ffmpeg before the least time of the rule is over. */
async function withoutWriteTimeout(api: Core) {
  for (const { id, config } of await api.processes({ filter: 'config' })) {
    if (!isEgress(id) || config == null || typeof config !== 'object') continue;
    const output = config.output.map(({ options, ...others }) => {
      const at = options.indexOf('-rw_timeout');
      return { ...others, options: at < 0 ? options : options.toSpliced(at, 2) };
    });
    await api.processUpdate({ id, body: { ...config, output } });
  }
}

/** The agent leaves alone for so long what somebody has just changed. */
const LEFT_ALONE_S = 62;

test('a publication whose platform takes nothing is restarted by the agent, by a rule of its form @embedded @this-machine', async ({
  operator,
  page,
  core,
  api,
  publications,
  sources,
  pageErrors,
}, journey) => {
  test.slow();
  pageErrors.allow(away);
  const platform = sources.keep(await refusingRtmpReceiver());
  const receiver = sources.keep(await hangingReceiver(platform.host));
  const clip = await heavyClip(journey.outputPath('heavy.flv'));
  const { config } = await api.config();
  await storeChannel(api, core, { name: 'Studio', source: { push: 'studio' }, process: { delay: 2 } });
  const encoder = runFfmpeg([
    ...['-re', '-stream_loop', '-1', '-i', clip, '-c', 'copy'],
    ...['-f', 'flv', `rtmp://${config.rtmp?.address}/studio`],
  ]);
  sources.keep({ [Symbol.asyncDispose]: encoder.stop });
  await operator.enter();
  await operator.sees('Live');
  await publications.addRtmp(`${receiver.host}/takes`);
  await publications.unfold('If it hangs');
  const seconds = page.getByLabel('Restart when the platform takes nothing: after');
  await seconds.fill('20');
  await isAccessible(page, 'the rules of restarts');
  await publications.tab('Process control');
  // Without what else would end it sooner, as where experts have switched that off.
  await publications.field('Stale timeout').fill('0');
  await publications.tab('General');
  await publications.saveAs('Venue');
  await publications.act('Venue', 'Edit');
  await publications.unfold('If it hangs');
  await expect(seconds).toHaveValue('20');
  await operator.channelPage();
  await withoutWriteTimeout(api);
  await publications.switchOn('Venue');
  const runtime = async () => {
    const processes = await api.processes({ filter: 'state' });
    return processes.find(({ id }) => isEgress(id))?.state?.runtime_seconds ?? 0;
  };
  await expect.poll(runtime, { timeout: 3000 * LEFT_ALONE_S }).toBeGreaterThan(LEFT_ALONE_S);

  receiver.hang();
  await expect(page.getByText('Venue runs, but its platform takes nothing.').first()).toBeVisible();
  await expect(publications.row('Venue')).toContainText(/No data for \d+ s/);
  const timeline = page.getByRole('region', { name: 'Timeline' });
  const told = /Venue restarted by the agent: the platform took nothing for \d+ s/;
  await expect(timeline).toContainText(told, { timeout: 120_000 });
  await publications.isLive('Venue');
});
