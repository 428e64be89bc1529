import { expect, it } from 'vitest';
import { DEFAULT_CHOICES } from '../../../media/bundle/importPlan.ts';
import { planImport } from '../../../media/bundle/planImport.ts';
import { anInstallation, bundleIn, fileOf, nothing, SEAL, SECRETS, someFacts } from '../../../media/bundle/testing.ts';
import { channelsOfBundle, previewOf } from './importPreview.ts';

const LABELS = {
  ...{ serviceField: () => null, sourceField: () => null, encoderField: () => null },
  secretsOf: (_: string, settings: Record<string, unknown>) => [String(settings.stream_key ?? '')],
};

it('the preview of an import shows from where and to where added processes send, without secrets', async () => {
  const bundle = await bundleIn(await fileOf(anInstallation(), { secrets: 'included' }), SEAL.passphrase);
  const plan = planImport(bundle, nothing(), someFacts(), DEFAULT_CHOICES);
  const { groups } = previewOf(plan, channelsOfBundle(bundle), LABELS);
  const text = JSON.stringify(groups.flatMap(({ rows }) => rows.flatMap(({ differences }) => differences)));
  expect(text).toContain('rtmp://a.rtmp.youtube.com/live2/');
  expect(text).toContain('192.0.2.10/stream');
  expect(text).toContain('venue.example.org');
  for (const secret of SECRETS) expect(text).not.toContain(secret);
});
