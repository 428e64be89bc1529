/** The argument with which the core's program starts as the agent. */
export const AGENT = 'agent';
/** The one after it: publications read their channels again, and it ends. */
export const RELEASE = 'release';
