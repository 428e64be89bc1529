import { useTranslation } from 'react-i18next';
import { filtersFor } from '../../../catalog/filters/index.ts';
import type { Encoder } from '../../../catalog/form/defineCatalogEntry.ts';
import type { StreamCoding } from '../../../media/encoding/profile.ts';
import type { MediaType } from '../../../media/encoding/streams.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { Disclosure } from '../../../ui/controls/Disclosure.tsx';
import { Stack } from '../../../ui/layout/Card.tsx';
import type { CoderChange, CodingContext } from './streamCoding.ts';

interface FiltersOffProps {
  type: MediaType;
  coding: StreamCoding;
  context: CodingContext;
  /** The one to encode with; null: there is none. */
  encoder: Encoder | null;
  onChange: (change: CoderChange) => void;
}

/** In place of the filters of a stream that is passed through: why there are none, and the way to them. */
export function FiltersUnavailable({ type, coding: { filter }, context, encoder, onChange }: FiltersOffProps) {
  const { t } = useTranslation();
  const kept = filter !== undefined && filter.graph !== '';
  if (!kept && (encoder === null || filtersFor(type, context.skills).length === 0)) return null;
  return (
    <Disclosure
      summary={t('Filters')}
      note={kept ? t('off, because the stream is not encoded') : undefined}
      open={kept}
    >
      <Stack form>
        <p className="dim small">
          {t('Filters need an encoder. This stream is passed through without re-encoding.')}{' '}
          {kept && t('The stored filters are kept: {{filters}}', { filters: filter.graph })}
        </p>
        {encoder && (
          <div>
            <Button onClick={() => onChange({ type, encoder: encoder.id, settings: {} })}>
              {t('Encode with {{encoder}}', { encoder: t(encoder.name) })}
            </Button>
          </div>
        )}
      </Stack>
    </Disclosure>
  );
}
