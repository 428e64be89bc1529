/** Returns a clock of this process's CPU time in ms, which does not depend on the load of the machine. */
export function processorTime(): () => number {
  const began = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(began);
    return (user + system) / 1000;
  };
}
