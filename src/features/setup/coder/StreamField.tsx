import { useTranslation } from 'react-i18next';
import { formatRate, unitIn } from '../../../i18n/format.ts';
import { msg } from '../../../i18n/msg.ts';
import { codecName } from '../../../media/encoding/codecName.ts';
import type { MediaType, Stream } from '../../../media/encoding/streams.ts';
import { SelectField } from '../../../ui/form/SelectField.tsx';
import type { CoderChange } from './streamCoding.ts';

const KINDS: Readonly<Record<string, string>> = {
  'visual impaired': msg('audio description'),
  descriptions: msg('audio description'),
  'hearing impaired': msg('for the hard of hearing'),
  comment: msg('commentary'),
  dub: msg('dubbed'),
  original: msg('original version'),
  'still image': msg('still image'),
};

/** Returns the name of a language code; '' if the source does not specify it. */
function languageName(code: string, language: string): string {
  // `Intl.DisplayNames` throws for any other value.
  const isKnown = code !== 'und' && /^[a-z]{2,3}$/.test(code);
  return isKnown ? (new Intl.DisplayNames([language], { type: 'language' }).of(code) ?? code) : '';
}

/** Groups streams by program if a transport stream has several; shared streams appear under the first. */
function useProgramGroups(streams: readonly Stream[]) {
  const { t } = useTranslation();
  const ids = new Set(streams.flatMap(({ programs = [] }) => programs.map(({ id }) => id)));
  return ({ programs, format = '' }: Stream): { group?: string } => {
    const [program] = programs ?? [];
    if (ids.size < 2 || !program || format !== 'mpegts') return {};
    const { id, name } = program;
    return { group: name === '' ? t('Program {{n}}', { n: id }) : t('{{name}} (program {{n}})', { name, n: id }) };
  };
}

interface StreamFieldProps {
  type: MediaType;
  chosen: number;
  streams: readonly Stream[];
  help?: string | undefined;
  onChange: (change: CoderChange) => void;
}

export function StreamField({ type, chosen, streams, help, onChange }: StreamFieldProps) {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  const figures = ({ codec, width, height, layout, sampling_hz }: Stream) =>
    type === 'video'
      ? `${width}×${height}, ${t(codecName(codec))}`
      : `${t(codecName(codec))} ${layout} ${sampling_hz} ${unitIn(language, 'Hz')}`;
  const label = (stream: Stream) => {
    const { language: code = 'und', disposition = [], title = '', id, variant_kbps = 0 } = stream;
    return [
      figures(stream),
      variant_kbps > 0 ? formatRate(variant_kbps, language) : '',
      languageName(code, language),
      ...disposition.flatMap((kind) => (KINDS[kind] ? [t(KINDS[kind])] : [])),
      title,
      id !== undefined && stream.format === 'mpegts' ? t('PID {{n}}', { n: id }) : '',
    ]
      .filter((part) => part !== '')
      .join(', ');
  };
  const groups = useProgramGroups(streams);
  return (
    <SelectField
      label={t('Stream')}
      help={help}
      value={String(chosen)}
      onChange={(value) => onChange({ type, stream: Number(value) })}
      options={streams.flatMap((stream, position) =>
        stream.type === type ? [{ value: String(position), label: label(stream), ...groups(stream) }] : [],
      )}
    />
  );
}

const OTHER_KINDS: Readonly<Record<string, string>> = {
  picture: msg('cover art'),
  subtitle: msg('subtitles'),
  data: msg('data'),
  attachment: msg('attached file'),
};

/** Lists data and subtitle streams, which are never sent. */
export function OtherStreamsNote({ streams }: { streams: readonly Stream[] }) {
  const { t, i18n } = useTranslation();
  const words = streams.flatMap(({ type, tag, codec, language = 'und' }) => {
    const kind = tag === 'tmcd' ? msg('time code') : (OTHER_KINDS[type] ?? '');
    if (kind === '') return [];
    const name = languageName(language, i18n.language) || (type === 'data' && codec !== 'none' ? codecName(codec) : '');
    return [name === '' ? t(kind) : t('{{kind}} ({{of}})', { kind: t(kind), of: name })];
  });
  if (words.length === 0) return null;
  const list = new Intl.ListFormat(i18n.language).format([...new Set(words)]);
  return <p className="dim small">{t('Also in the source, and not used: {{streams}}.', { streams: list })}</p>;
}
