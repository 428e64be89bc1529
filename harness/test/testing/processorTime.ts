/**
 * A clock of this process's own work: milliseconds of processor time since the call. What has to be done in so much time
 * is judged by it, as the time on the wall depends on what else the machine does.
 */
export function processorTime(): () => number {
  const began = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(began);
    return (user + system) / 1000;
  };
}
