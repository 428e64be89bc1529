import { sanitizeDisplayText } from '../../i18n/sanitizeDisplayText.ts';

/** Characters: what is longer may not be seen whole, so it says the rest when somebody points at it. */
const SEEN = 24;
const WHOLE = 4000;

/** What people called something: it stays in its lines and turns nothing around it, however long or odd it is. */
export function TruncatedName({ of, className = '' }: { of: string; className?: string }) {
  return (
    <bdi className={`name ${className}`} title={of.length > SEEN ? sanitizeDisplayText(of, WHOLE) : undefined}>
      {sanitizeDisplayText(of)}
    </bdi>
  );
}
