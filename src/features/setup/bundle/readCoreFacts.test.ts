import { describe, expect, it } from 'vitest';
import { Config } from '../../../api/answers/config.ts';
import { ProcessConfig } from '../../../api/answers/process.ts';
import { SkillsAnswer } from '../../../api/answers/skills.ts';
import recorded from '../../../api/fixtures/answers.json' with { type: 'json' };
import { egressId, ingestId, METADATA_KEY } from '../../../api/processIds.ts';
import { readCatalogExamples } from '../../../catalog/fixtures/readCatalogExamples.ts';
import type { Example, ServiceExample } from '../../../catalog/form/argumentExampleTypes.ts';
import type { ServiceContext, SourceContext } from '../../../catalog/form/defineCatalogEntry.ts';
import type { Settings } from '../../../catalog/form/fields.ts';
import { withValue } from '../../../catalog/form/fieldValues.ts';
import { services } from '../../../catalog/services/index.ts';
import { sources } from '../../../catalog/sources/index.ts';
import { networkOf } from '../../../media/address/channelAddresses.ts';
import { fillProcess, takeProcessSecrets } from '../../../media/bundle/bundleSecrets.ts';
import type { InstalledProcess } from '../../../media/bundle/installation.ts';
import { skillsOf } from '../../../media/encoding/skills.ts';
import { emptyStream } from '../../../media/encoding/streams.ts';
import { secretsOfPublication } from './readCoreFacts.ts';

const CHANNEL = '11111111-2222-4333-8444-555555555555';
const SECRETS = ['S3cr-et.word', 'S3cr&et+wo%rd', 'S3cr?et=wo/rd:'];
const LEAK = /s3cr|wo(?:%|\/)[\da-f]*rd/i;
const skills = skillsOf(SkillsAnswer.parse(recorded.skills[0]?.body));
const streams = ['video', 'audio'].map((type) => ({ ...emptyStream, type, codec: type === 'video' ? 'h264' : 'aac' }));

const installed = (id: string, config: object, metadata: object): InstalledProcess => ({
  ...{ id, reference: CHANNEL, order: 'start', config: ProcessConfig.parse({ id, reference: CHANNEL, ...config }) },
  metadata: { [METADATA_KEY]: { version: 1, ...metadata } },
});

function expectHidden(process: InstalledProcess) {
  const { process: open, secrets } = takeProcessSecrets(process, secretsOfPublication(process));
  expect(JSON.stringify(open)).not.toMatch(LEAK);
  expect(fillProcess(open, secrets).filled).toEqual(process);
}

describe.each(services)('an export with a publication to $id', async (service) => {
  const context: ServiceContext = { channel: CHANNEL, meta: { name: 'N', description: 'D' }, streams, skills };
  const fields = Object.entries(service.form(context)).filter(([, { kind }]) => kind === 'secret');
  const examples = await readCatalogExamples<ServiceExample>('services', service.id);

  it('shows none of its secrets, in its settings or its command', () => {
    for (const [key] of fields)
      for (const secret of SECRETS) {
        const given = withValue(examples.find(({ expect: outputs }) => outputs.length > 0)?.given ?? {}, key, secret);
        const outputs = service.outputs(given, context).map((output, n) => ({ id: `output_${n}`, ...output }));
        expectHidden(installed(egressId(service.id, CHANNEL), { output: outputs }, { settings: given, outputs }));
      }
  });
});

describe.each(sources)('an export with a channel that reads $id', async (source) => {
  const page = new URL('http://localhost:8080');
  const network = networkOf({ config: Config.parse({}), page, channel: CHANNEL });
  const context: SourceContext = { ffmpeg: { major: 7, minor: 1 }, network, skills };
  const fields = Object.entries(source.form(context)).filter(([, { kind }]) => kind === 'secret');
  const examples = await readCatalogExamples<Example>('sources', source.id);

  it('shows none of its secrets, in its settings or its command', () => {
    for (const [key] of fields)
      for (const secret of SECRETS)
        for (const { given } of examples) {
          const settings: Settings = withValue(given, key, secret);
          const inputs = source.inputs(settings, context).map((input, n) => ({ id: `input_${n}`, ...input }));
          const sources = [{ type: source.id, settings, inputs, streams: [] }];
          expectHidden(installed(ingestId(CHANNEL), { input: inputs }, { sources }));
        }
  });
});
