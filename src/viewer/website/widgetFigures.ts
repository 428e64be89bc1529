/** `uptime` in seconds; 0 while off the air. */
export interface WidgetFigures {
  now: number;
  total: number;
  uptime: number;
}

/** null for other responses: without sessions, the core sends nothing. */
export function widgetFigures(answer: unknown): WidgetFigures | null {
  if (typeof answer !== 'object' || answer === null) return null;
  const read = (name: string) => {
    const value: unknown = Reflect.get(answer, name);
    return typeof value === 'number' && value >= 0 && value <= Number.MAX_SAFE_INTEGER ? Math.floor(value) : null;
  };
  const [now, total, uptime] = [read('current_sessions'), read('total_sessions'), read('uptime')];
  // The core's total excludes current viewers.
  return now === null || total === null || uptime === null ? null : { now, total: total + now, uptime };
}

const two = (figure: number) => String(Math.floor(figure)).padStart(2, '0');

/** hh:mm:ss, preceded by days from the first one on. */
export function runTime(seconds: number): string {
  const days = Math.floor(seconds / 86_400);
  const time = `${two((seconds % 86_400) / 3600)}:${two((seconds % 3600) / 60)}:${two(seconds % 60)}`;
  return days === 0 ? time : `${days}:${time}`;
}

export function askedIn(round: number, shown: string, others: readonly string[], most: number): string[] {
  if (others.length <= most) return [shown, ...others];
  return [shown, ...Array.from({ length: most }, (_, i) => others[(round * most + i) % others.length] ?? shown)];
}
