import { sanitizeDisplayText } from '../../i18n/sanitizeDisplayText.ts';

/** Characters. Longer names may be truncated, so they get a tooltip. */
const SEEN = 24;
const WHOLE = 4000;

/** A name chosen by an operator, isolated so that its text direction cannot affect its surroundings. */
export function TruncatedName({ of, className = '' }: { of: string; className?: string }) {
  return (
    <bdi className={`name ${className}`} title={of.length > SEEN ? sanitizeDisplayText(of, WHOLE) : undefined}>
      {sanitizeDisplayText(of)}
    </bdi>
  );
}
