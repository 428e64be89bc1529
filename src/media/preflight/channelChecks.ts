import { msg } from '../../i18n/msg.ts';
import { diskFullness, memoryFullness } from '../coreInfo/fullness.ts';
import { passthroughOf } from '../encoding/passthrough.ts';
import { FEW_FRAMES } from '../verdict/runningIngest.ts';
import { say } from '../verdict/verdictTypes.ts';
import { outgoingKbit } from './outgoingBitrate.ts';
import type { CheckRemedy, CheckResult, Flight, Grade } from './preflightTypes.ts';

type Check = (flight: Flight) => CheckResult | null;

const finding = (
  grade: Grade,
  text: string,
  values: Parameters<typeof say>[1] = {},
  remedy: CheckRemedy | null = null,
) => ({
  grade,
  sentence: say(text, values),
  remedy,
});

/** Seconds; shorter gaps go unnoticed. */
const HOLE_S = 0.5;
const TOO_FEW = 0.9;
const SLOW = 0.98;
const CPU_FULL = 90;
const CPU_BUSY = 75;
/** Bursts need more than the mean. */
const RESERVE = 1.25;
const SKEW_MS = 60_000;
/** Let's Encrypt certificates are renewed a month before their end, so the renewal has failed by then. */
const RENEW_DAYS = 14;

/** A running stream on a full machine works, but without reserve. */
const unlessRunning = ({ status }: Flight['progress']): Grade => (status === 'connected' ? 'care' : 'fail');

const megabits = (kbit: number) => ({ tenths: kbit / 1000 });

export const channelChecks: Readonly<Record<string, Check>> = {
  source: ({ progress }) => {
    if (progress.status === 'connected') return finding('good', msg('The source is connected.'));
    if (progress.order === 'stop') return finding('fail', msg('The channel is off. Start the stream first.'));
    if (progress.status === 'connecting') return finding('care', msg('The source is connecting.'));
    return finding('fail', msg('No data from the source.'), {}, { to: 'setup' });
  },

  even: ({ figures, wantedFps, progress }) => {
    if (progress.status !== 'connected') return null;
    if (!figures) return finding('unchecked', msg('The newest segment could not be read.'));
    const { video, audio } = figures;
    const gap = Math.max(0, ...[video, audio].flatMap((found) => found?.holes ?? []).map(({ seconds }) => seconds));
    if (gap >= HOLE_S) {
      return finding('care', msg('The source stalls: it sent nothing for {{n}} s.'), { n: { tenths: gap } });
    }
    if (video?.fps && wantedFps && video.fps < wantedFps * TOO_FEW) {
      return finding('care', msg('The source sends {{n}} of {{m}} frames a second.'), {
        n: { tenths: video.fps },
        m: { tenths: wantedFps },
      });
    }
    if (video?.fps && Math.round(video.fps) < FEW_FRAMES) {
      return finding('care', msg('The source sends only few frames a second: {{n}}.'), { n: Math.round(video.fps) });
    }
    return finding('good', msg('The stream is steady.'));
  },

  playback: ({ passed }) => {
    const reasons = passed.flatMap((stream) => passthroughOf(stream, 'browsers').reasons);
    const [worst] = reasons.filter(({ plays }) => plays !== 'named');
    return worst ? finding('care', worst.text, worst.values, { to: 'encoding' }) : null;
  },

  sound: ({ figures }) => {
    if (!figures || figures.audio) return figures ? finding('good', msg('The stream has video and audio.')) : null;
    return finding(
      'care',
      msg('The stream has no audio. Many platforms reject that: add silent audio to the channel.'),
      {},
      { to: 'setup' },
    );
  },

  standby: ({ hold }) => {
    switch (hold.status) {
      case 'none':
        return null;
      case 'ready':
      case 'slate':
      case 'backup':
        return finding('good', msg('The standby image is ready.'));
      case 'gone':
        return finding(
          'fail',
          msg('The agent does not respond: publications that are protected by the standby image get nothing.'),
        );
      case 'cannot':
        if (hold.obstacle !== 'drawing')
          return finding(
            'care',
            msg('There is no standby image: publications end with the source. The page of the channel says why.'),
          );
        return finding('unchecked', msg('The standby image is not ready yet.'));
      case 'waiting':
        return finding('unchecked', msg('The standby image is not ready yet.'));
    }
  },

  encoder: ({ encodes, progress, resources }) => {
    const cpu = resources?.cpu.percent ?? null;
    const running = 'speed' in progress && progress.status === 'connected' ? progress.speed : null;
    if (encodes && running !== null && running > 0 && running < SLOW) {
      return finding(
        'fail',
        msg('The encoder is too slow: {{n}}× of what is needed.'),
        { n: { tenths: running } },
        {
          to: 'encoding',
        },
      );
    }
    if (cpu === null) return finding('unchecked', msg('The core does not report its CPU usage.'));
    if (cpu >= CPU_FULL) {
      return finding(unlessRunning(progress), msg('CPU usage is {{n}}%: there is no headroom.'), {
        n: Math.round(cpu),
      });
    }
    if (cpu >= CPU_BUSY) {
      return finding('care', msg('CPU usage is {{n}}%: there is little headroom.'), { n: Math.round(cpu) });
    }
    return finding('good', msg('CPU usage is {{n}}%: there is headroom.'), { n: Math.round(cpu) });
  },

  memory: ({ resources, progress }) => {
    const used = resources && memoryFullness(resources);
    if (used === null) return finding('unchecked', msg('The core does not report its memory usage.'));
    return used.isFull
      ? finding(
          unlessRunning(progress),
          msg('Memory is nearly full: {{n}}% used.'),
          { n: Math.round(used.percent) },
          { to: 'storage' },
        )
      : finding('good', msg('There is enough memory: {{n}}% used.'), { n: Math.round(used.percent) });
  },

  disk: ({ resources }) => {
    const used = resources && diskFullness(resources);
    if (used === null) return null;
    return used.isFull
      ? finding(
          'care',
          msg('The disk is nearly full: {{n}}% used.'),
          { n: Math.round(used.percent) },
          { to: 'storage' },
        )
      : finding('good', msg('There is enough disk space: {{n}}% used.'), { n: Math.round(used.percent) });
  },

  upload: (flight) => {
    const { upload } = flight;
    const destinations = flight.destinations.filter(({ records }) => records === null);
    if (destinations.length === 0) return null;
    const all = destinations.map((destination) => outgoingKbit(destination, flight.figures));
    const bitrates = all.filter((kbit) => kbit !== null);
    if (bitrates.length < all.length) return finding('unchecked', msg('The total bitrate is not known yet.'));
    const sum = bitrates.reduce((all, kbit) => all + kbit, 0);
    if (upload === null) {
      return finding(
        'unchecked',
        msg('All publications together need {{n}} Mbit/s. Enter the upload speed of this server below.'),
        {
          n: megabits(sum * RESERVE),
        },
        { to: 'upload' },
      );
    }
    const values = { n: megabits(sum * RESERVE), m: megabits(upload) };
    if (sum > upload)
      return finding(
        destinations.every(({ sending }) => sending !== null) ? 'care' : 'fail',
        msg('All publications together need {{n}} Mbit/s. Only {{m}} Mbit/s are available.'),
        values,
      );
    return sum * RESERVE > upload
      ? finding(
          'care',
          msg('All publications together need {{n}} Mbit/s including headroom. Only {{m}} Mbit/s are available.'),
          values,
        )
      : finding('good', msg('The upload speed is sufficient: {{n}} of {{m}} Mbit/s including headroom.'), values);
  },

  certificate: ({ tls: { on, isAutomatic, isMissing, trusted, daysLeft } }) => {
    if (!on) return null;
    const toNetwork = { to: 'network' } as const;
    if (isAutomatic && daysLeft !== null)
      return daysLeft < 0
        ? finding('fail', msg("The server's certificate has expired."), {}, toNetwork)
        : finding(
            daysLeft < RENEW_DAYS ? 'care' : 'good',
            msg("Days left of the server's certificate: {{n}}."),
            { n: daysLeft },
            toNetwork,
          );
    if (isMissing)
      return finding(
        'care',
        msg('The server has no trusted certificate yet. The network settings say why.'),
        {},
        toNetwork,
      );
    if (daysLeft !== null && daysLeft < 0)
      return finding('fail', msg("The server's certificate has expired. Renew it and restart the core."));
    if (daysLeft !== null)
      return finding(
        daysLeft < RENEW_DAYS ? 'care' : 'good',
        daysLeft < RENEW_DAYS
          ? msg("Days left of the server's certificate: {{n}}. Renew it and restart the core.")
          : msg("Days left of the server's certificate: {{n}}."),
        { n: daysLeft },
      );
    return trusted
      ? finding('good', msg("This browser accepts the server's certificate."))
      : finding(
          'unchecked',
          msg('This page was not loaded over HTTPS, so the certificate was not checked.'),
          {},
          { to: 'network' },
        );
  },

  clock: ({ clockSkew }) => {
    if (clockSkew === null) return finding('unchecked', msg('The core does not report its time.'));
    return Math.abs(clockSkew) > SKEW_MS
      ? finding(
          'care',
          msg("The server's clock differs from yours by {{n}}. Platforms may reject the stream: correct the clock."),
          {
            n: { seconds: Math.round(Math.abs(clockSkew) / 1000) },
          },
        )
      : finding('good', msg("The server's clock is correct."));
  },
};
