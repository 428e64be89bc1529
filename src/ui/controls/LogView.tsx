import { type UIEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MaskedText } from '../../media/masking/maskedText.ts';
import type { ColorTone } from '../look/palette.ts';
import { CopyButton } from './CopyButton.tsx';
import { SearchField } from './SearchField.tsx';

export interface LogLine {
  at?: string;
  text: MaskedText;
  tone?: ColorTone | undefined;
  marked?: boolean;
}

const plain = ({ at, text }: LogLine) => (at === undefined ? text : `${at} ${text}`);

/** Characters shown per line; Copy takes the whole line. */
const LONGEST = 4000;

const NEAR_END_PX = 24;

// Scrollable areas need keyboard access, which not every browser provides.
const scrollable = { tabIndex: 0 };

interface LogViewProps {
  label: string;
  lines: readonly LogLine[];
  /** The log is complete, so it starts at its beginning. */
  ended?: boolean;
}

export function LogView({ label, lines, ended = false }: LogViewProps) {
  const { t } = useTranslation();
  const [query, setQuery] = useState('');
  const [following, setFollowing] = useState(!ended);
  const box = useRef<HTMLUListElement>(null);
  const numbered = lines.map((line, number) => ({ ...line, number }));
  const shown = numbered.filter((line) => plain(line).toLowerCase().includes(query.toLowerCase()));
  const count = shown.length;
  useEffect(() => {
    if (following && count > 0) box.current?.scrollTo({ top: box.current.scrollHeight });
  }, [following, count]);
  const scrolled = ({ currentTarget: { scrollHeight, scrollTop, clientHeight } }: UIEvent) =>
    setFollowing(scrollHeight - scrollTop - clientHeight < NEAR_END_PX);
  return (
    <div>
      <div className="log-tools">
        <SearchField
          label={t('Filter {{what}}', { what: label })}
          placeholder={t('Filter')}
          value={query}
          onChange={setQuery}
        />
        <CopyButton what={label} text={shown.map(plain).join('\n')} words={t('Copy')} />
      </div>
      <ul className="log-lines mono" aria-label={label} ref={box} onScroll={scrolled} {...scrollable}>
        {shown.map((line) => (
          <li
            key={line.number}
            className={line.tone && `tone-${line.tone}`}
            {...(line.marked ? { 'aria-current': true } : {})}
          >
            {line.at && <time>{line.at} </time>}
            {line.marked && <strong>{t('This line tells why:')} </strong>}
            {line.text.length > LONGEST ? `${line.text.slice(0, LONGEST)} …` : line.text}
          </li>
        ))}
        {shown.length === 0 && (
          <li className="dim">{lines.length === 0 ? t('No log entries yet.') : t('No matching lines.')}</li>
        )}
      </ul>
    </div>
  );
}
