import { type agentEndpoints, MOST_EVENTS, MOST_POINTS } from './agentEndpoints.ts';
import type { CallExample } from './describeCall.ts';
import { egressId, ingestId } from './processIds.ts';

type AgentEndpoints = typeof agentEndpoints;

const PAGE_QUERY = {
  before: 'Only older ones: the last `number` or `begun` of the answer before.',
  limit: 'At most so many: 1 to 200.',
};

const CHANNEL = '11111111-2222-3333-4444-555555555555';
const PUBLICATION = egressId('youtube', '99999999-2222-3333-4444-555555555555');

export const AGENT_OPERATIONS: {
  readonly [Name in keyof AgentEndpoints]: {
    readonly summary: string;
    readonly query: Readonly<Record<AgentEndpoints[Name]['query'][number], string>>;
    readonly example?: CallExample;
  };
} = {
  agentHealth: { summary: 'Whether the agent is well, or why not', query: {} },
  agentState: {
    summary: 'What the agent does, what is on the air of each protected channel, and what it has seen',
    query: {},
  },
  agentEvents: {
    summary:
      'List what has happened. With `Accept: text/event-stream` they are server-sent events, which go on after `Last-Event-ID`',
    query: {
      since: 'Only events after the one with this id. Without it, the newest.',
      channel: 'Only events of the channel with this id, and of all channels: the newest. Not with `since`.',
      before: 'With `channel`: those before the event with this id.',
      limit: `At most so many: 1 to ${MOST_EVENTS}.`,
    },
  },
  agentMetrics: { summary: 'Read the figures of the moment in the text format of Prometheus', query: {} },
  agentReceiverKinds: { summary: 'List what can receive alarms, with the fields of its form', query: {} },
  agentReceivers: { summary: 'List the receivers of alarms, without their secrets', query: {} },
  agentReceiverAdd: { summary: 'Add a receiver of alarms', query: {} },
  agentReceiverSave: {
    summary: 'Replace a receiver; secrets that are left out keep their value as long as the address does',
    query: {},
  },
  agentReceiverDelete: { summary: 'Delete a receiver; what waits for it is not sent any more', query: {} },
  agentReceiverTry: { summary: 'Send a test to a receiver that is not stored', query: {} },
  agentReceiverTest: { summary: 'Send a test to a receiver, and read what it answered', query: {} },
  agentDeliveries: { summary: 'List the messages and what became of them, newest first', query: PAGE_QUERY },
  agentDeliveryAgain: { summary: 'Send a message again, with the same id', query: {} },
  agentIncidents: { summary: 'List the incidents, newest first', query: PAGE_QUERY },
  agentAlarms: { summary: 'Read the settings of the alarms', query: {} },
  agentAlarmsSave: {
    summary: 'Replace the settings of the alarms; refused with 409 where somebody else has changed them',
    query: {},
  },
  agentSchedules: { summary: 'Read the schedules, and what became of the newest change of each rule', query: {} },
  agentSchedulesSave: {
    summary: 'Replace the schedules; refused with 409 where somebody else has changed them',
    query: {},
  },
  agentSchedulePreview: {
    summary: 'List what schedules would do in the next 14 days, without storing them',
    query: {},
  },
  agentScheduleNext: { summary: 'Read the next change of each channel', query: {} },
  agentTokens: { summary: 'List the tokens of the agent, without themselves', query: {} },
  agentTokenAdd: { summary: 'Make a token of the agent; the answer has it, and no other ever has', query: {} },
  agentTokenDelete: { summary: 'Revoke a token of the agent; its streams of events end', query: {} },
  agentChannels: { summary: 'List the channels and publications with their ids and states', query: {} },
  agentChannelControl: {
    summary:
      'Act on a channel: `start`, `stop`, `restart`, `hold` (the standby image), `source`, `backup` or `auto`. What was sent with the same `Idempotency-Key` before is not done again',
    query: {},
    example: {
      path: { id: CHANNEL, command: 'start' },
      answer: { command: 'start', done: [{ id: ingestId(CHANNEL), name: 'Main hall' }], failures: [] },
    },
  },
  agentPublicationControl: {
    summary:
      'Act on a publication: `start`, `stop`, `restart`, or `look` at what its viewers see. With `Idempotency-Key` as for a channel',
    query: {},
    example: {
      path: { id: PUBLICATION, command: 'stop' },
      answer: { command: 'stop', done: [{ id: PUBLICATION, name: 'YouTube' }], failures: [] },
    },
  },
  agentGroupControl: {
    summary:
      'Act on all publications of a group, or with `channel` on those of one channel: `start`, `stop` or `restart`. With `Idempotency-Key` as for a channel',
    query: {},
    example: {
      path: { name: 'sunday', command: 'start' },
      body: { channel: CHANNEL },
      answer: { command: 'start', done: [{ id: PUBLICATION, name: 'YouTube' }], failures: [] },
    },
  },
  agentOpenApi: { summary: 'Read the description of these calls', query: {} },
  agentHistory: {
    summary:
      'Read how the core, a channel or a publication was over time. With `Accept: text/csv` it is a file with a row for each point',
    query: {
      subject: '`core`, or the id of the process of a channel or publication.',
      from: 'Unix seconds.',
      to: 'Unix seconds; not in it.',
      points: `At most so many: 1 to ${MOST_POINTS}. Without it, 500.`,
    },
  },
};
