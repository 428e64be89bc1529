import type { ReactElement } from 'react';
import { brandIcons } from '../../../catalog/serviceFacts/brandIcons.ts';
import { serviceFactsOf } from '../../../catalog/serviceFacts/serviceFactsOf.ts';
import { Disk, Mark, NeutralMark, Tag } from '../../../ui/look/ServiceMarks.tsx';

/** As people abbreviate them, where the name is longer than a tag. */
const ABBREVIATIONS: Readonly<Record<string, string>> = { mpegts: 'TS', image2: 'JPG', framebuffer: 'FB' };

/** By its mark, as everybody knows it; a protocol by its letters. All are of one width: names stand below each other. */
export function ServiceIcon({ service, preset = null }: { service: string; preset?: string | null }) {
  return <span className="mark">{preset === null ? markOf(service) : <NeutralMark />}</span>;
}

function markOf(service: string): ReactElement {
  const { id, name, category, known } = serviceFactsOf(service);
  const mark = brandIcons[id];
  if (mark !== undefined) return <Mark path={mark} />;
  if (id === 'recording') return <Disk />;
  return category === 'universal' && known ? <Tag of={ABBREVIATIONS[id] ?? name} /> : <NeutralMark />;
}
