import { Suspense, use, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ConfigForm } from '../../../catalog/settingsTabs/settingsTabTypes.ts';
import { ownText } from '../../../media/masking/maskedText.ts';
import { PROXIES, proxyExamples } from '../../../media/preflight/httpsCheck.ts';
import { LogView } from '../../../ui/controls/LogView.tsx';
import { Alert } from '../../../ui/feedback/Alert.tsx';
import { WaitingNote } from '../../../ui/feedback/Waiting.tsx';
import { SelectField } from '../../../ui/form/SelectField.tsx';
import { Stack } from '../../../ui/layout/Card.tsx';

const LINES_PX = 480;

/** Of each file once: null where it did not come. */
const examples = new Map<string, Promise<string | null>>();

function exampleOf(file: string): Promise<string | null> {
  const asked = examples.get(file) ?? fetchExample(file);
  examples.set(file, asked);
  return asked;
}

async function fetchExample(file: string): Promise<string | null> {
  try {
    const response = await fetch(`proxy/${file}`, { cache: 'no-cache' });
    return response.ok ? await response.text() : null;
  } catch {
    return null;
  }
}

/** What a proxy has to be told, with the names and ports of this installation: as stored. */
export function ProxyExamples({ config }: Pick<ConfigForm, 'config'>) {
  const { t } = useTranslation();
  const [file, setFile] = useState('');
  return (
    <Stack>
      <SelectField
        label={t('Configuration for a proxy')}
        help={t('A proxy in front of the core provides HTTPS. Shown with your domain and port.')}
        placeholder={t('Choose a proxy …')}
        value={file}
        onChange={setFile}
        options={Object.entries(PROXIES).map(([value, label]) => ({ value, label }))}
      />
      {file !== '' && (
        <Suspense fallback={<WaitingNote text={t('Loading …')} height={LINES_PX} />}>
          <Lines file={file} config={config} />
        </Suspense>
      )}
    </Stack>
  );
}

function Lines({ file, config }: { file: string } & Pick<ConfigForm, 'config'>) {
  const { t } = useTranslation();
  const example = use(exampleOf(file));
  if (example === null) return <Alert title={t('The example could not be loaded from the core.')} />;
  return (
    <LogView
      ended
      label={file}
      lines={proxyExamples(example, config)
        .split('\n')
        .map((text) => ({ text: ownText(text) }))}
    />
  );
}
