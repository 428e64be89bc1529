import { channelChecks } from './channelChecks.ts';
import { destinationChecks } from './destinationChecks.ts';
import type { CheckLine, Flight, Grade, PreflightResult } from './preflightTypes.ts';

const WORST: readonly Grade[] = ['fail', 'care', 'unchecked', 'good'];

/** The worst of them; what nothing is said of is good. */
export const gradeOf = (grades: readonly Grade[]): Grade => WORST.find((grade) => grades.includes(grade)) ?? 'good';

/** By how bad they are; what is as bad stays in order. */
export const worstFirst = <Graded extends { grade: Grade }>(all: readonly Graded[]): Graded[] =>
  all.toSorted((a, b) => WORST.indexOf(a.grade) - WORST.indexOf(b.grade));

/** A running publication does not fail the check: a problem may end it later, or affect its next start. */
const atMostCare = (grade: Grade): Grade => (grade === 'fail' ? 'care' : grade);

/** Everything that is to be said before a channel goes live. */
export function runPreflightChecks(flight: Flight): PreflightResult {
  const channel = Object.entries(channelChecks).flatMap(([check, find]): CheckLine[] => {
    const found = find(flight);
    return found ? [{ check, ...found }] : [];
  });
  const destinations = flight.destinations.map((destination) => {
    const lines = Object.entries(destinationChecks).flatMap(([check, find]): CheckLine[] => {
      const found = find(destination, flight);
      return found ? [{ check, ...found, grade: destination.sending ? atMostCare(found.grade) : found.grade }] : [];
    });
    return { id: destination.id, name: destination.name, grade: gradeOf(lines.map(({ grade }) => grade)), lines };
  });
  const grades = [...channel, ...destinations].map(({ grade }) => grade);
  return { channel, destinations, grade: gradeOf(grades) };
}
