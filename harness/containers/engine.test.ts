import { expect, it } from 'vitest';
import { describeEngine, describeRemains } from './engine.ts';

it.each([
  { folder: null, uses: /runs here/, leaves: /Nothing else was started/ },
  {
    folder: '/clone/.setup/engine',
    uses: /started .* in \/clone\/\.setup\/engine \(log: .+\.log\)/,
    leaves: /is stopped.*--data-root \/clone\/\.setup\/engine.*rm -r \/clone\/\.setup\/engine/s,
  },
])('an engine with its data in $folder is named, and what it leaves', ({ folder, uses, leaves }) => {
  expect(describeEngine({ folder })).toMatch(uses);
  expect(describeRemains({ folder }).join('\n')).toMatch(leaves);
});
