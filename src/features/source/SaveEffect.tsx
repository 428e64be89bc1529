import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import type { ProcessConfig } from '../../api/answers/process.ts';
import type { IngestMetadata } from '../../media/metadata.ts';
import type { Network } from '../../media/network.ts';
import { processDiffers } from '../../media/process/differs.ts';
import { ingestProcess } from '../../media/process/ingest.ts';
import type { WithIngest } from '../ingest/slice.ts';
import { isRunningIn } from './useProbe.tsx';

/** What a save does to a stream: nothing that anybody sees, or an interruption. */
export function interrupts(
  channel: string,
  metadata: IngestMetadata,
  stored: ProcessConfig | null,
  network: Network,
): boolean {
  const wanted = ingestProcess({ channel, metadata, network });
  return stored === null || (wanted !== null && processDiffers(stored, wanted));
}

const publicationsOn = ({ ingest: { ingest } }: WithIngest): number =>
  ingest.status === 'present' ? Object.values(ingest.egresses).filter(({ order }) => order === 'start').length : 0;

/** What a save does to the stream that is on; nothing where none is on. */
export function useSaveEffect(interrupted: boolean): string | null {
  const { t } = useTranslation();
  const running = useSelector(isRunningIn);
  const count = useSelector(publicationsOn);
  if (!running) return null;
  if (!interrupted) return t('The stream goes on without interruption.');
  if (count === 0) return t('The stream is interrupted for some seconds.');
  return t('The stream is interrupted for some seconds, and {{count}} publications with it.', {
    count,
    defaultValue_one: 'The stream is interrupted for some seconds, and {{count}} publication with it.',
  });
}
