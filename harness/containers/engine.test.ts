import { expect, it } from 'vitest';
import { describeEngine, describeRemains } from './engine.ts';

it.each([
  { folder: null, bySudo: false, uses: /runs here\.$/, leaves: /Nothing else was started/ },
  { folder: null, bySudo: true, uses: /runs here, by sudo/, leaves: /Nothing else was started/ },
  {
    folder: '/clone/.setup/engine',
    bySudo: false,
    uses: /started .* in \/clone\/\.setup\/engine \(log: .+\.log\)/,
    leaves: /is stopped.*--data-root \/clone\/\.setup\/engine.*rm -r \/clone\/\.setup\/engine/s,
  },
])(
  'an engine with its data in $folder (by sudo: $bySudo) is described with its remains',
  ({ folder, bySudo, uses, leaves }) => {
    expect(describeEngine({ folder, bySudo })).toMatch(uses);
    expect(describeRemains({ folder }).join('\n')).toMatch(leaves);
  },
);
