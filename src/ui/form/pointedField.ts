import { createContext, useContext, useState } from 'react';
import type { FieldName } from '../../catalog/form/failureRemedyFields.ts';

export interface PointedField {
  /** Id of the link: a new one is a new failure. */
  id: string;
  /** Role of the field in a catalog form. */
  field: FieldName;
  /** Keys outside of the catalog, the nearest first. */
  keys: readonly string[];
  text: string;
}

interface MarkedPlace {
  of: string;
  keys: readonly string[];
  content: string;
}

/** Set by a form that opens because of a failure, which is explained at the field. */
export const TargetField = createContext<PointedField | null>(null);

const NOTHING: Readonly<Record<string, string>> = {};

/**
 * Reasons by field key, until one of these fields is changed. Determined once, so that a fix does not mark another
 * field. `keysIn`: keys of the fields that are meant and shown.
 */
export function usePointed(keysIn: (pointed: PointedField) => readonly string[], contentOf: (key: string) => unknown) {
  const pointed = useContext(TargetField);
  const [marked, setMarked] = useState<MarkedPlace | null>(null);
  if (!pointed) return NOTHING;
  const contentIn = (keys: readonly string[]) => JSON.stringify(keys.map(contentOf));
  const current = marked?.of === pointed.id ? marked : null;
  const keys = current?.keys ?? keysIn(pointed);
  if (keys.length === 0) return NOTHING;
  if (current === null) setMarked({ of: pointed.id, keys, content: contentIn(keys) });
  else if (current.content !== contentIn(keys)) return NOTHING;
  return Object.fromEntries(keys.map((key): [string, string] => [key, pointed.text]));
}
