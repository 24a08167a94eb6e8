{{- define "plotgate.pod" -}}
automountServiceAccountToken: false
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  fsGroup: 1000
  {{- if .seccomp }}
  seccompProfile: { type: Localhost, localhostProfile: {{ .seccomp | quote }} }
  {{- else }}
  seccompProfile: { type: RuntimeDefault }
  {{- end }}
volumes:
  - name: tmp
    emptyDir: {}
  - name: data
    emptyDir: {}
{{- end }}

{{- define "plotgate.container" -}}
image: "{{ .Values.image.repository }}:{{ .Values.image.tag }}"
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
envFrom:
  - secretRef: { name: {{ .Values.existingSecret | quote }} }
volumeMounts:
  - { name: tmp, mountPath: /tmp }
  - { name: data, mountPath: /data }
{{- end }}
