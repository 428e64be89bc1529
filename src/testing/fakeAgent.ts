import { vi } from 'vitest';
import { receiverKinds } from '../../agent/receivers/receiverKinds.ts';
import {
  AGENT_API,
  type AlarmDeliveries,
  type AlarmIncidents,
  type AlarmReceiver,
  type Alarms,
  type DeliveryAnswer,
  type ScheduleNext,
  type Schedules,
} from '../api/agentEndpoints.ts';
import { ALARM_RULE_IDS } from '../media/incident/alarmRules.ts';
import { USUAL_ALARMS } from '../media/incident/alarmSettings.ts';
import { SCHEDULE_LIMITS } from '../media/schedule/scheduleLimits.ts';

interface Problem {
  status: number;
  detail: string;
  faults?: readonly { field: string; text: string }[];
}

/** An agent that stores alarms and schedule. `refuse` makes the next call of that kind fail. */
export function fakeAgent(kinds: readonly { id: string }[] = receiverKinds) {
  const agent = {
    receivers: [] as AlarmReceiver[],
    settings: {
      ...{ rules: { ...USUAL_ALARMS.rules }, silences: [], receivers: {} },
      wording: { language: 'en', zone: null, page: null },
    } as Alarms['settings'],
    revision: 1,
    offered: [...ALARM_RULE_IDS] as string[],
    fault: null as string | null,
    incidents: [] as AlarmIncidents['incidents'],
    deliveries: [] as AlarmDeliveries['deliveries'],
    schedule: { rules: [], toleranceMinutes: SCHEDULE_LIMITS.toleranceMinutes.usual } as Schedules['settings'],
    scheduleRevision: 1,
    last: {} as Schedules['last'],
    next: {} as ScheduleNext['channels'],
    answer: { type: 'delivered', why: null, text: null, status: 204 } as DeliveryAnswer,
    /** `METHOD path`, with the body. */
    calls: [] as { call: string; body: unknown }[],
    refused: new Map<string, Problem>(),
    refuse: (call: string, problem: Problem) => agent.refused.set(call, problem),
    change(change: (settings: Alarms['settings']) => Alarms['settings']) {
      agent.settings = change(agent.settings);
      agent.revision += 1;
    },
    changeRules(rules: Schedules['settings']['rules']) {
      agent.schedule = { ...agent.schedule, rules };
      agent.scheduleRevision += 1;
    },
    /** Called once, just before the next save of the schedule arrives. */
    overtake: null as (() => void) | null,
  };
  const schedules = (): Schedules => ({
    settings: agent.schedule,
    revision: `s${agent.scheduleRevision}`,
    last: agent.last,
    fault: null,
  });
  const alarms = (): Alarms => ({
    settings: agent.settings,
    offered: agent.offered,
    revision: `r${agent.revision}`,
    fault: agent.fault,
  });
  const problem = ({ status, detail, faults }: Problem) =>
    Response.json(
      { type: 'about:blank', title: 'Refused', status, detail, ...(faults ? { faults } : {}) },
      { status, headers: { 'Content-Type': 'application/problem+json' } },
    );
  function answerTo(call: string, body: never, id: string): unknown {
    const { kind, name, fields } = Object(body);
    const secretsOf = () => {
      const notes = Object(receiverKinds.find((candidate) => candidate.id === kind)?.fields);
      return Object.keys(fields).filter((key) => notes[key]?.isSecret);
    };
    const shown = (id: string, previous: readonly string[]): AlarmReceiver => {
      const secrets = [...new Set([...previous, ...secretsOf()])].filter((key) => fields[key] !== '');
      const open = Object.fromEntries(Object.entries(fields).filter(([key]) => !secretsOf().includes(key)));
      return { id: id, kind, name, isGone: false, fields: open as AlarmReceiver['fields'], secrets, lastBeat: null };
    };
    switch (call) {
      case 'GET /receiver-kinds':
        return { kinds };
      case 'GET /receivers':
        return { receivers: agent.receivers };
      case 'POST /receivers': {
        const added = shown(`receiver-${agent.receivers.length + 1}`, []);
        agent.receivers = [...agent.receivers, added];
        return added;
      }
      case 'PUT /receivers/:id': {
        const saved = shown(id, agent.receivers.find((receiver) => receiver.id === id)?.secrets ?? []);
        agent.receivers = agent.receivers.map((receiver) => (receiver.id === id ? saved : receiver));
        return saved;
      }
      case 'DELETE /receivers/:id':
        agent.receivers = agent.receivers.filter((receiver) => receiver.id !== id);
        return { receivers: agent.receivers };
      case 'POST /receivers/try':
      case 'POST /receivers/:id/test':
        return agent.answer;
      case 'GET /alarms':
        return alarms();
      case 'PUT /alarms': {
        const { settings, revision } = Object(body);
        if (revision !== `r${agent.revision}`) return problem({ status: 409, detail: 'Somebody else has changed it' });
        agent.change(() => settings);
        return alarms();
      }
      case 'GET /schedules':
        return schedules();
      case 'PUT /schedules': {
        agent.overtake?.();
        agent.overtake = null;
        const { settings, revision } = Object(body);
        if (revision !== `s${agent.scheduleRevision}`)
          return problem({ status: 409, detail: 'Somebody else has changed the schedules' });
        agent.changeRules(settings.rules);
        return schedules();
      }
      case 'GET /schedules/next':
        return { channels: agent.next };
      case 'GET /incidents':
        return { incidents: agent.incidents };
      case 'GET /deliveries':
      case 'POST /deliveries/:number/again':
        return { deliveries: agent.deliveries };
      default:
        return problem({ status: 404, detail: 'No such call' });
    }
  }
  vi.stubGlobal('fetch', async (address: string, { method = 'GET', body }: RequestInit = {}) => {
    const { pathname } = new URL(address);
    const path = pathname.slice(AGENT_API.length);
    const [, id = ''] = /^\/\w+\/([^/]+)/.exec(path) ?? [];
    const route = path
      .replace(/^\/receivers\/(?!try$)[^/]+/, '/receivers/:id')
      .replace(/^\/deliveries\/[^/]+/, '/deliveries/:number');
    const call = `${method} ${route}`;
    const sent = typeof body === 'string' ? JSON.parse(body) : null;
    agent.calls.push({ call, body: sent });
    const refusal = agent.refused.get(call);
    if (refusal) {
      agent.refused.delete(call);
      return problem(refusal);
    }
    const answer = answerTo(call, sent as never, id);
    return answer instanceof Response ? answer : Response.json(answer);
  });
  return agent;
}
