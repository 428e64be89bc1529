// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { setUpScreens } from '../../../testing/renderScreens.tsx';
import type { Consequence } from './saveConsequence.ts';
import { useSaveConfirmation } from './useSaveConfirmation.tsx';

setUpScreens();

const publication = (name: string, seconds: number) =>
  ({ id: name, name, fate: { status: 'reconnects', seconds }, changes: [], lacks: [] }) as const;
const interrupted: Consequence = {
  stream: { status: 'interrupted', seconds: 3 },
  publications: [
    publication('Venue', 5),
    publication('Studio', 8),
    { ...publication('Studio (Backup)', 8), backupOf: 'Studio' },
  ],
};

function Saving({ consequence, onSave }: { consequence: Consequence | null; onSave: () => void }) {
  const { requestSave, question } = useSaveConfirmation('c', consequence, onSave);
  return (
    <>
      <button type="button" onClick={requestSave}>
        Save
      </button>
      {question}
    </>
  );
}

function saving(consequence: Consequence | null) {
  const saves: true[] = [];
  render(<Saving consequence={consequence} onSave={() => saves.push(true)} />);
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  return saves;
}

it.each<[string, Consequence | null]>([
  ['is off', { stream: { status: 'off' }, publications: [] }],
  ['continues', { stream: { status: 'untouched' }, publications: [] }],
  ['does not exist yet', null],
])('the save button saves without a confirmation if the stream %s', (_, consequence) =>
  expect(saving(consequence)).toHaveLength(1),
);

it('the save button asks once before a save interrupts a stream, and shows what and for how long', () => {
  const saves = saving(interrupted);
  const dialog = screen.getByRole('alertdialog', { name: 'Interrupt the stream?' });
  expect(dialog.textContent).toContain('The stream is interrupted for about 3 s.');
  expect(dialog.textContent).toContain('2 publications are cut off for about 8 s and connect again.');
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(saves).toHaveLength(0);
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  fireEvent.click(screen.getByRole('button', { name: 'Save and interrupt' }));
  expect(saves).toHaveLength(1);
});
