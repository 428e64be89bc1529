import type { ReactNode } from 'react';
import { useTitle } from './Page.tsx';
import { WordMark } from './WordMark.tsx';

export function GatePage({ title, lead, children }: { title: string; lead?: ReactNode; children: ReactNode }) {
  useTitle(title);
  return (
    <main className="gate">
      <div className="page page-gate">
        <WordMark />
        <section className="card">
          <div className="card-body stack">
            <div>
              <h1>{title}</h1>
              {lead && <p className="page-lead">{lead}</p>}
            </div>
            {children}
          </div>
        </section>
      </div>
    </main>
  );
}
