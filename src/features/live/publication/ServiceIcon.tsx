import type { ReactElement } from 'react';
import { brandIcons } from '../../../catalog/serviceFacts/brandIcons.ts';
import { serviceFactsOf } from '../../../catalog/serviceFacts/serviceFactsOf.ts';
import { Disk, Mark, NeutralMark, Tag } from '../../../ui/look/ServiceMarks.tsx';

/** Common abbreviations of names that are too long for a tag. */
const ABBREVIATIONS: Readonly<Record<string, string>> = { mpegts: 'TS', image2: 'JPG', framebuffer: 'FB' };

/** The logo of a platform or the letters of a protocol, in equal width so that names align. */
export function ServiceIcon({ service, preset = null }: { service: string; preset?: string | null }) {
  const { id, name, category, known } = serviceFactsOf(service);
  const mark = brandIcons[id];
  if (preset !== null) return inWidth(<NeutralMark />);
  if (mark !== undefined) return inWidth(<Mark path={mark} />);
  if (id === 'recording') return inWidth(<Disk />);
  return category === 'universal' && known ? <Tag of={ABBREVIATIONS[id] ?? name} /> : inWidth(<NeutralMark />);
}

const inWidth = (mark: ReactElement) => <span className="mark">{mark}</span>;
