import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { decoderOf } from '../../../catalog/coders/decoders.ts';
import { encoderOf } from '../../../catalog/coders/index.ts';
import { knownFilters } from '../../../catalog/filters/index.ts';
import { serviceOf } from '../../../catalog/services/index.ts';
import { sourceOf } from '../../../catalog/sources/index.ts';
import { formatMoment } from '../../../i18n/format.ts';
import { spellOption } from '../../../media/encoding/ffmpegOptionsByVersion.ts';
import {
  type FfmpegTrialResult,
  ffmpegChangeNames,
  type RefusedRow,
} from '../../../media/encoding/ffmpegTrialResult.ts';
import { List, ListRow } from '../../../ui/layout/ListRow.tsx';
import { coreInfoOf, type WithSession } from '../../gate/session/slice.ts';
import { TrialCard } from './TrialCard.tsx';

export function FfmpegCard() {
  const { t } = useTranslation();
  const skills = useSelector(({ session }: WithSession) => coreInfoOf(session)?.skills);
  return (
    <TrialCard
      of="ffmpeg"
      main={false}
      title={`ffmpeg ${skills?.ffmpeg.version ?? ''}`}
      begin={t('Try this ffmpeg')}
      question={t('Try this ffmpeg now?')}
      disabled={!skills}
      progress={({ done, all }) =>
        all === null ? t('Trying ffmpeg …') : t('Tried: {{number}} of {{all}}', { number: done, all })
      }
    >
      <p className="dim small">
        {t(
          'ffmpeg is given everything that can be chosen here, with generated video and audio. What it refuses is not offered any more. Nothing is sent, your channels stay as they are, and the result is stored for everyone on this core. It takes a minute at most and ends when you leave this page.',
        )}
      </p>
      {skills?.trial && <Result trial={skills.trial} />}
    </TrialCard>
  );
}

function Result({ trial }: { trial: FfmpegTrialResult }) {
  const { t, i18n } = useTranslation();
  const { at, done, all, refused, spellings } = trial;
  const nameOf = useNames();
  // `spellings` override the version, so any version will do.
  const older = ffmpegChangeNames().flatMap((name) =>
    spellings[name] ? spellOption(name, { major: 0, minor: 0, spellings }) : [],
  );
  const when = formatMoment(at / 1000, i18n.language);
  return (
    <>
      <p>
        {t('Tried on {{when}}: {{number}} of {{all}}.', { when, number: done, all })}{' '}
        {refused.length === 0
          ? t('It takes all of that.')
          : t('It refuses what follows, which is not offered here. What uses it stays as it is.')}{' '}
        {done < all && t('The minute was over before everything was tried.')}
      </p>
      {refused.length > 0 && (
        <List label={t('Refused by ffmpeg')}>
          {refused.map((refusal) => (
            <ListRow
              key={JSON.stringify([refusal.kind, refusal.name, refusal.setting])}
              icon="cross"
              title={nameOf(refusal)}
              below={<code className="small">{refusal.line}</code>}
            />
          ))}
        </List>
      )}
      {older.length > 0 && <p className="dim small">{t('It is given {{options}}.', { options: older.join(', ') })}</p>}
    </>
  );
}

function useNames() {
  const { t } = useTranslation();
  const plain = ({ kind, name }: RefusedRow): string => {
    switch (kind) {
      case 'encoder':
        return t(encoderOf('video', name)?.name ?? encoderOf('audio', name)?.name ?? name);
      case 'decoder':
        return t('Decoder: {{name}}', { name: t(decoderOf('video', name)?.name ?? name) });
      case 'filter':
        return t('Filter: {{name}}', {
          name: t([...knownFilters.video, ...knownFilters.audio].find(({ ffmpeg }) => ffmpeg === name)?.name ?? name),
        });
      case 'source':
        return t('Source: {{name}}', { name: t(sourceOf(name)?.name ?? name) });
      case 'protocol':
        return t('Source: {{name}}', { name: name.toUpperCase() });
      case 'service':
        return t('Publication: {{name}}', { name: t(serviceOf(name)?.name ?? name) });
    }
  };
  return (row: RefusedRow): string =>
    row.setting ? `${plain(row)}, ${row.setting.key}: ${row.setting.value}` : plain(row);
}
