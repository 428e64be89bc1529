import { expect, it } from 'vitest';
import { About } from '../../../api/answers/about.ts';
import { UNREAD } from '../../../api/answers/fieldSchemas.ts';
import { Process } from '../../../api/answers/process.ts';
import { SkillsAnswer } from '../../../api/answers/skills.ts';
import { egressId } from '../../../api/processIds.ts';
import { readCatalogExamples } from '../../../catalog/fixtures/readCatalogExamples.ts';
import type { ServiceExample } from '../../../catalog/form/argumentExampleTypes.ts';
import type { Service, ServiceContext } from '../../../catalog/form/defineCatalogEntry.ts';
import type { Settings } from '../../../catalog/form/fields.ts';
import { valueAt, withValue } from '../../../catalog/form/fieldValues.ts';
import { services } from '../../../catalog/services/index.ts';
import { endpointName, endpointOf } from '../../../media/address/endpoint.ts';
import type { PublicationState } from '../../../media/channel/publicationState.ts';
import { analyzeRun, diagnoseFailure } from '../../../media/diagnosis/diagnoseFailure.ts';
import type { ProcessFailure } from '../../../media/diagnosis/processFailure.ts';
import { skillsOf } from '../../../media/encoding/skills.ts';
import { emptyStream } from '../../../media/encoding/streams.ts';
import { anonymisedReport } from '../../../media/masking/anonymisedReport.ts';
import { hideIn, maskWith } from '../../../media/masking/mask.ts';
import { maskOfProcess } from '../../../media/masking/maskProcessSecrets.ts';
import { progressOf } from '../../../media/run/progress.ts';
import { exportOf } from '../../../media/timeline/export.ts';
import { anAbout, CHANNEL, someSkills } from '../../../testing/coreAnswers.ts';
import { commandLine } from '../../shared/processDetails/commandLine.ts';
import { lineOf } from './publicationState.ts';

// Every service with a secret in each possible place, and the output of ffmpeg and the core about it.
const skills = skillsOf(SkillsAnswer.parse(someSkills()));
const context = ({ meta, streams, copied, ffmpeg }: Partial<ServiceExample> = {}): ServiceContext => ({
  channel: CHANNEL,
  meta: meta ?? { name: 'N', description: 'D' },
  streams: (
    streams ?? ['video h264', 'audio aac'].map((name) => ({ type: name.slice(0, 5), codec: name.slice(6) }))
  ).map((stream) => ({ ...emptyStream, ...stream })),
  ...(copied && { copied }),
  skills: ffmpeg ? { ...skills, ffmpeg: { version: '', ...ffmpeg } } : skills,
});

const token = (n: number) => `${((n + 17) * 7_919_993).toString(16).slice(-6)}c0ffee${String(1000 + n)}`;

/** Secrets in the syntax that the field requires. */
const SPELT: Readonly<Record<string, (secret: string) => string>> = {
  'options.hls_enc_key': (secret) => secret.padEnd(32, '0'),
  token: (secret) => secret.padEnd(32, '0'),
  'options.hls_enc_iv': (secret) => secret.padEnd(32, '0'),
  'options.headers': (secret) => `Authorization: Bearer ${secret}\nX-Studio: ${secret}`,
  'options.http_opts': (secret) => `headers=X-Auth\\: ${secret}:user_agent=x`,
  'options.rtmp_conn': (secret) => `S:${secret}`,
};

interface Case {
  service: Service;
  settings: Settings;
  secret: string;
  given: Partial<ServiceExample>;
}

/** Logins, tokens and keys in addresses as operators paste them. */
const PASTED: ((address: string, secret: string) => string)[] = [
  (address, secret) =>
    address.trim().replace(/^([a-z]+:\/\/)?([^@]*@)?/i, (_, scheme = '') => `${scheme}studio:${secret}@`),
  (address, secret) => `${address}${address.includes('?') ? '&' : '?'}token=${secret}`,
];
const PASTED_TO = /^(?:address|server|stream_url|base_url|v2_address|url|host)$/;

function casesOf(service: Service, examples: readonly ServiceExample[], next: () => string): Case[] {
  const fields = Object.entries(service.form(context()));
  return examples
    .filter(({ expect: sent }) => sent.length > 0)
    .flatMap(({ given: values, ...example }) => {
      const made = (settings: Settings, secret: string) => ({ service, settings, secret, given: example });
      const remaining = fields
        .filter(([, field]) => field.kind === 'secret' || (field.kind === 'hidden' && field.secret === true))
        .map(([key]) => {
          const secret = next();
          return made(withValue(values, key, SPELT[key]?.(secret) ?? secret), secret);
        });
      const pasted = fields
        .filter(([key, { kind }]) => kind === 'text' && PASTED_TO.test(key) && valueAt(values, key))
        .flatMap(([key]) =>
          PASTED.map((into) => {
            const secret = next();
            return made(withValue(values, key, into(String(valueAt(values, key)), secret)), secret);
          }),
        );
      return [...remaining, ...pasted];
    });
}

const bare = (address: string) => address.replace(/^[a-z]+:\/\/(?:[^/]*@)?[^/]*/i, '');

const linesOf = (address: string, options: readonly string[], secret: string): string[] => [
  `Output #0, flv, to '${address}':`,
  `${address}: Connection refused`,
  `[tcp @ 0x55d0a1] Connection to ${address} failed: Input/output error`,
  `[out#0/flv @ 0x55d0a2] Error opening output ${address}: Input/output error`,
  `Error opening output file ${address}.`,
  `[hls @ 0x55d0a3] Opening '${address}' for writing`,
  `[https @ 0x55d0a4] request: PUT ${bare(address)} HTTP/1.1`,
  `av_interleaved_write_frame(): Broken pipe (${encodeURIComponent(address)})`,
  `ffmpeg -y -i {memfs}/x.m3u8 ${options.join(' ')} ${address}`,
  `level=error component="Process" address="${address}" msg="exited"`,
  ...options.flatMap((option, i) => {
    const value = options[i + 1] ?? '';
    return option.startsWith('-') && value.includes(secret)
      ? [`Error setting option ${option.slice(1)} to value ${value}.`, `{"${option.slice(1)}":"${value}"}`]
      : [];
  }),
  ...(address.startsWith('rtmp')
    ? [
        `[rtmp @ 0x55d0a5] Sending publish command for '${address.split('/').at(-1)}'`,
        `fname = ${address.split('/').at(-1)}`,
      ]
    : []),
];

function readings({ service, settings }: Case, process: Process, lines: readonly string[]): Record<string, string> {
  const masked = maskWith(service.secrets(settings));
  const run = maskOfProcess(process);
  const command = process.state?.command ?? [];
  const progresses = lines.map((line) => {
    if (!process.state) throw new Error('no state');
    return progressOf({ ...process.state, last_logline: line });
  });
  const rows = progresses.map((progress) => {
    const state: PublicationState = { progress, asked: null, refused: null, failure: null, waiting: false };
    return JSON.stringify(lineOf(state));
  });
  const failed = progresses
    .slice(lines.length % 7)
    .slice(0, 1)
    .map((progress): ProcessFailure => {
      const line = progress.status === 'error' ? progress.message : '';
      const failing: ProcessFailure = { cause: 'unknown', evidence: line, line, at: 1_700_000_001_000, words: null };
      return diagnoseFailure(failing, process, { role: 'target', channel: CHANNEL });
    });
  const report = anonymisedReport({
    about: About.parse(anAbout()),
    ...{ skillsVersion: '7.1', config: null, process, log: lines },
  });
  const outputs = process.config && process.config !== UNREAD ? process.config.output : [];
  const names = { kind: 'deed', of: process.id, act: 'save', by: 'here', at: 0 } as const;
  return {
    'log in the form': lines.map((line) => run(hideIn(line, service.secrets(settings)))).join('\n'),
    'log on the channel page': lines.map(run).join('\n'),
    'command in the clipboard': commandLine(command, run),
    'command preview': commandLine(command, masked),
    'address preview': outputs.map(({ address }) => masked(address)).join('\n'),
    row: rows.join('\n'),
    state: JSON.stringify(progresses),
    'why it failed': JSON.stringify(failed),
    details: JSON.stringify(analyzeRun(process, { role: 'target', channel: CHANNEL }, lines)),
    report: JSON.stringify(report),
    preflight: outputs
      .map((output) => JSON.stringify(endpointOf(output) && endpointName(endpointOf(output) ?? { host: '', port: 0 })))
      .join(),
    timeline: exportOf([names], () => outputs.map(({ address }) => run(address)).join(), 'csv'),
  };
}

const examplesOf = (service: Service) => readCatalogExamples<ServiceExample>('services', service.id);

it('no place shows the secrets of any service', async () => {
  let n = 0;
  const next = () => {
    n += 1;
    return token(n);
  };
  const leaks = new Set<string>();
  const visited = new Set<string>();
  let lines = 0;
  for (const service of services) {
    for (const entry of casesOf(service, await examplesOf(service), next)) {
      const outputs = service.outputs(entry.settings, context(entry.given));
      const withSecret = outputs.filter(({ address, options }) =>
        [address, ...options].join(' ').includes(entry.secret),
      );
      if (withSecret.length === 0) continue;
      visited.add(service.id);
      const output = outputs.map(({ address, options }) => ({ address, options }));
      const id = egressId(service.id, CHANNEL);
      const log = withSecret.flatMap(({ address, options }) => linesOf(address, options, entry.secret));
      lines += log.length;
      const process = Process.parse({
        id,
        reference: CHANNEL,
        config: { id, input: [{ id: 'in', address: '{memfs}/x.m3u8', options: [] }], output, options: [] },
        state: {
          ...{ order: 'start', exec: 'failed', runtime_seconds: 1, reconnect_seconds: 5, last_logline: log[0] },
          command: ['-i', 'http://localhost:8080/memfs/x.m3u8', ...output.flatMap((to) => [...to.options, to.address])],
        },
        report: { created_at: 1_700_000_000, prelude: [], log: log.map((line) => ['1700000001', line]), history: [] },
      });
      for (const [place, shown] of Object.entries(readings(entry, process, log))) {
        const at = shown.indexOf(entry.secret);
        if (at >= 0) leaks.add(`${service.id}, ${place}: ${shown.slice(Math.max(0, at - 90), at + 30)}`);
      }
    }
  }
  expect([...leaks]).toEqual([]);
  // A framebuffer has no secrets.
  const without = services.map(({ id }) => id).filter((id) => !visited.has(id));
  expect(without).toEqual(['framebuffer']);
  expect(lines).toBeGreaterThan(200);
});
