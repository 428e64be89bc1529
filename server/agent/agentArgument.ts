/** The argument with which the core's program starts as the agent. */
export const AGENT = 'agent';
