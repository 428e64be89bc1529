import { msg } from '../../../i18n/msg.ts';
import type { Cause, FieldName } from '../../../media/diagnosis/causes.ts';
import type { ProcessFailure, Words } from '../../../media/diagnosis/processFailure.ts';
import { stripLogPrefix } from '../../../media/diagnosis/processFailure.ts';
import { maskText } from '../../../media/masking/mask.ts';
import type { MaskedText } from '../../../media/masking/maskedText.ts';
import { isStartOver, type Progress } from '../../../media/run/progress.ts';

/** The remedy and its evidence: English texts of the catalog, and a log line. What happened: the verdict. */
export interface Alert {
  tone: 'error' | 'warning';
  remedy: string;
  evidence?: MaskedText | undefined;
  /** What it may be as well. */
  also: string | null;
  /** Where the remedy lies in the set-up of the channel; `setup`: somewhere in it. */
  field: FieldName | null;
  cause: Cause;
  /** When it failed (ms); 0 where that is not known. */
  at: number;
  setup: boolean;
}

/** The process runs, but nothing comes out of it. */
const hasNoVideo = (progress: Progress): boolean => progress.status === 'connecting' && isStartOver(progress);

/** @param failure why the source failed last, shown on while the next try is under way */
export function alertOf(progress: Progress, failure: ProcessFailure | null): Alert | null {
  switch (progress.status) {
    case 'error':
      // The core keeps "failed" when a process that waits for its next try is stopped.
      return alertFor(failure ?? { cause: 'unknown', evidence: progress.message, words: null, at: 0 });
    case 'disconnected':
      return progress.order === 'stop'
        ? null
        : alertFor(failure ?? { cause: 'ended', evidence: '', words: null, at: 0 });
    case 'connecting':
      if (hasNoVideo(progress)) return silent;
      return failure && alertFor(failure);
    case 'connected':
    case 'disconnecting':
    case 'unknown':
      return null;
  }
}

function alertFor({ cause, evidence, words, at }: Pick<ProcessFailure, 'cause' | 'evidence' | 'words' | 'at'>): Alert {
  const { remedy, field, also } = words ?? (cause === 'ended' ? ended : unread);
  return {
    tone: 'error',
    remedy,
    also,
    field,
    cause,
    at,
    setup: field !== null,
    evidence: maskText(stripLogPrefix(evidence)) || undefined,
  };
}

type AlertTexts = Pick<Words, 'remedy' | 'field' | 'also'>;

/** Until its log was read. */
const unread: AlertTexts = {
  remedy: msg('The process details show the full log.'),
  field: null,
  also: null,
};

const ended: AlertTexts = {
  remedy: msg('Restart the software or camera that sends it.'),
  field: null,
  also: null,
};

const silent: Alert = {
  tone: 'warning',
  remedy: msg('Make sure the source is sending video and its settings match.'),
  also: null,
  field: 'address',
  cause: 'no-packets',
  at: 0,
  setup: true,
};
