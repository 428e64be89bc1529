import { edgeVariables, hasSigned } from './dockerComposeFiles.ts';
import type { EdgeKitPlan, KitFile } from './kitPlan.ts';
import { toYaml, type Yaml } from './yaml.ts';

type Fields = { readonly [key: string]: Yaml };

const NAMESPACE = 'sluice';
/** In full: nginx asks the name server itself, and knows nothing of the domains that a pod searches. */
const CORE = `http://core.${NAMESPACE}.svc.cluster.local:8080`;

const labels = (app: string) => ({ 'app.kubernetes.io/name': app, 'app.kubernetes.io/part-of': 'sluice' });
const named = (apiVersion: string, kind: string, name: string, app: string) => ({
  ...{ apiVersion, kind },
  metadata: { name, labels: labels(app) },
});
const port = (name: string, number: number, protocol = 'TCP') => ({ name, port: number, targetPort: name, protocol });
const service = (name: string, app: string, spec: Fields) => ({
  ...named('v1', 'Service', name, app),
  spec: { selector: labels(app), ...spec },
});
const probe = (check: Fields, failureThreshold: number) => ({
  ...check,
  ...{ periodSeconds: 5, timeoutSeconds: 3, failureThreshold },
});
const PING = { httpGet: { path: '/ping', port: 'http' } };
/** Behind a balancer with the PROXY protocol an edge answers nobody who does not speak it. */
const HEALTHY = { exec: { command: ['/edge/healthy.sh'] } };
const hardened = {
  ...{ allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } },
};
const owner = { runAsNonRoot: true, runAsUser: 10001, runAsGroup: 10001, fsGroup: 10001 };
const claim = (name: string, storage: string) => ({
  metadata: { name },
  spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage } } },
});

/** One core: a channel has one writer, so it is never two. */
const core: readonly Yaml[] = [
  {
    ...named('apps/v1', 'StatefulSet', 'core', 'core'),
    spec: {
      ...{ serviceName: 'core', replicas: 1, selector: { matchLabels: labels('core') } },
      template: {
        metadata: { labels: labels('core') },
        spec: {
          // Streams are ended one after the other, and playlists closed.
          terminationGracePeriodSeconds: 60,
          securityContext: owner,
          containers: [
            {
              ...{ name: 'core', image: 'sluice-embedded' },
              ports: [
                { name: 'http', containerPort: 8080 },
                { name: 'rtmp', containerPort: 1935 },
                { name: 'srt', containerPort: 6000, protocol: 'UDP' },
              ],
              startupProbe: probe(PING, 24),
              readinessProbe: probe(PING, 2),
              // A machine that is busy for a while must not take channels off the air.
              livenessProbe: probe(PING, 12),
              resources: { requests: { cpu: '1', memory: '1Gi' } },
              securityContext: hardened,
              volumeMounts: [
                { name: 'config', mountPath: '/core/config' },
                { name: 'data', mountPath: '/core/data' },
                { name: 'tmp', mountPath: '/tmp' },
              ],
            },
          ],
          volumes: [{ name: 'tmp', emptyDir: {} }],
        },
      },
      volumeClaimTemplates: [claim('config', '1Gi'), claim('data', '20Gi')],
    },
  },
  service('core', 'core', { ports: [port('http', 8080)] }),
  // Both keep the address of whoever publishes.
  service('core-rtmp', 'core', {
    ...{ type: 'LoadBalancer', externalTrafficPolicy: 'Local', ports: [port('rtmp', 1935)] },
  }),
  service('core-srt', 'core', {
    ...{ type: 'LoadBalancer', externalTrafficPolicy: 'Local', ports: [port('srt', 6000, 'UDP')] },
  }),
];

const secret = {
  ...{ name: 'EDGE_SECRET', valueFrom: { secretKeyRef: { name: 'edge', key: 'secret' } } },
};

const edges = (plan: EdgeKitPlan): readonly Yaml[] => [
  {
    ...named('apps/v1', 'Deployment', 'edge', 'edge'),
    spec: {
      selector: { matchLabels: labels('edge') },
      // A new one answers before an old one goes.
      strategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 0, maxSurge: 1 } },
      template: {
        metadata: { labels: labels('edge') },
        spec: {
          terminationGracePeriodSeconds: 60,
          securityContext: owner,
          containers: [
            {
              ...{ name: 'edge', image: 'sluice-edge' },
              env: [
                ...Object.entries(edgeVariables({ ...plan, origin: CORE })).map(([name, value]) => ({ name, value })),
                ...(hasSigned(plan) ? [secret] : []),
              ],
              ports: [{ name: 'http', containerPort: 8080 }],
              readinessProbe: probe(HEALTHY, 2),
              livenessProbe: probe(HEALTHY, 6),
              // The load balancer has to learn of the shutdown first.
              lifecycle: { preStop: { exec: { command: ['sleep', '10'] } } },
              resources: { requests: { cpu: '500m', memory: '512Mi' }, limits: { memory: '1500Mi' } },
              securityContext: hardened,
              volumeMounts: [{ name: 'tmp', mountPath: '/tmp' }],
            },
          ],
          volumes: [{ name: 'tmp', emptyDir: { medium: 'Memory', sizeLimit: '1Gi' } }],
        },
      },
    },
  },
  service('edge', 'edge', {
    ...{ type: 'LoadBalancer', externalTrafficPolicy: 'Local' },
    ports: [{ name: 'http', port: 80, targetPort: 'http', protocol: 'TCP' }],
  }),
  {
    ...named('autoscaling/v2', 'HorizontalPodAutoscaler', 'edge', 'edge'),
    spec: {
      scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'edge' },
      ...{ minReplicas: plan.edges, maxReplicas: Math.max(10, plan.edges * 4) },
      metrics: [
        { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 70 } } },
      ],
      // An audience that leaves for a break comes back.
      behavior: { scaleDown: { stabilizationWindowSeconds: 600 } },
    },
  },
  {
    ...named('policy/v1', 'PodDisruptionBudget', 'edge', 'edge'),
    spec: { maxUnavailable: 1, selector: { matchLabels: labels('edge') } },
  },
];

/** For Kustomize: `kubectl apply -k .` */
export const kubernetesFiles = (plan: EdgeKitPlan): readonly KitFile[] => [
  {
    name: 'kustomization.yaml',
    text: `# kubectl create namespace ${NAMESPACE}\n${
      hasSigned(plan)
        ? `# kubectl -n ${NAMESPACE} create secret generic edge --from-literal=secret="$(openssl rand -hex 24)"\n`
        : ''
    }# kubectl apply -k .\n${toYaml({
      ...{ apiVersion: 'kustomize.config.k8s.io/v1beta1', kind: 'Kustomization', namespace: NAMESPACE },
      resources: ['core.yaml', 'edge.yaml'],
      images: [
        { name: 'sluice-embedded', newTag: 'latest' },
        { name: 'sluice-edge', newTag: 'latest' },
      ],
    })}`,
  },
  { name: 'core.yaml', text: toYaml(...core) },
  { name: 'edge.yaml', text: toYaml(...edges(plan)) },
];
