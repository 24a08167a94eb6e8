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

{{- define "plotgate.env" -}}
- { name: BASE_URL, value: {{ .Values.baseUrl | quote }} }
{{- if .Values.artifacts.store }}
- { name: ARTIFACT_STORE, value: {{ .Values.artifacts.store | quote }} }
- { name: S3_ENDPOINT, value: {{ .Values.artifacts.endpoint | quote }} }
- { name: AWS_REGION, value: {{ .Values.artifacts.region | quote }} }
{{- end }}
{{- if .Values.tracing.endpoint }}
- { name: OTEL_EXPORTER_OTLP_ENDPOINT, value: {{ .Values.tracing.endpoint | quote }} }
- { name: OTEL_TRACES_SAMPLER_ARG, value: {{ .Values.tracing.share | quote }} }
{{- end }}
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
