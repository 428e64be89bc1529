import { factsOf } from '../../../catalog/factsOf.ts';
import { MARKS } from '../../../catalog/marks.ts';
import { Icon } from '../../../ui/icons.tsx';
import { Letter, Mark } from '../../../ui/marks.tsx';

/** By its mark, as everybody knows it; a protocol has none. */
export function ServiceIcon({ service, size }: { service: string; size?: number }) {
  const { id, name, category } = factsOf(service);
  const mark = MARKS[id];
  if (mark !== undefined) return <Mark path={mark} size={size} />;
  return category === 'universal' ? <Icon name="network" {...(size && { size })} /> : <Letter of={name} size={size} />;
}
