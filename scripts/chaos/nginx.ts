/** The load balancer before the gateways, set up as `deploy/nginx` shows it; it is never harmed. */

import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createMember, type Member } from './member.ts'
import { isOpen } from './store.ts'

export async function openNginx(folder: string, port: number, gateways: readonly number[]): Promise<Member> {
  await mkdir(folder, { recursive: true })
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map(kind => `  ${kind}_temp_path ${join(folder, kind)};`)
    .join('\n')
  const file = join(folder, 'nginx.conf')
  await writeFile(
    file,
    `daemon off;
pid ${join(folder, 'nginx.pid')};
error_log ${join(folder, 'error.log')} crit;
events { worker_connections 4096; }
http {
  access_log off;
${places}
  upstream gateways {
${gateways.map(each => `    server 127.0.0.1:${each} max_fails=1 fail_timeout=1s;`).join('\n')}
  }
  server {
    listen 127.0.0.1:${port};
    client_max_body_size 0;
    proxy_http_version 1.1;
    proxy_set_header Connection "";
    proxy_set_header Host $http_host;
    proxy_set_header X-Forwarded-For $remote_addr;
    proxy_connect_timeout 2s;
    proxy_read_timeout 42s;
    proxy_next_upstream_timeout 2s;
    error_page 502 504 = @away;
    location / { proxy_pass http://gateways; }
    location @away {
      default_type application/json;
      add_header Retry-After 2 always;
      return 503 '{"ok":false,"error":{"code":"unavailable","message":"no gateway answers; retry after a moment"}}';
    }
  }
}
`,
  )
  return createMember('nginx', {
    program: 'nginx',
    args: ['-c', file, '-p', folder, '-e', join(folder, 'error.log')],
    answers: () => isOpen(port),
  })
}
