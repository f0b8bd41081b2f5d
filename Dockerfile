# Longtable in a container: `docker compose up` (compose.yaml), or
#   docker build -t longtable . && docker run -d --env-file .env -v longtable:/srv/longtable/data longtable
FROM python:3.11-slim-bookworm AS build
ENV PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_CACHE_DIR=1
RUN python3 -m venv /opt/longtable
WORKDIR /build
# With `--build-arg POSTGRES=1` what a database on a PostgreSQL server needs comes on top (deploy/compose.yaml).
ARG POSTGRES=
COPY requirements.txt requirements-postgres.txt ./
RUN /opt/longtable/bin/pip install -r requirements.txt ${POSTGRES:+-r requirements-postgres.txt}
COPY . ./
RUN /opt/longtable/bin/pip install --no-deps .

FROM python:3.11-slim-bookworm
# A number, so that a cluster can see that it is not root.
RUN groupadd --gid 10001 longtable \
    && useradd --uid 10001 --gid 10001 --home-dir /srv/longtable --no-create-home longtable \
    && mkdir -p /srv/longtable/data \
    && chown longtable:longtable /srv/longtable/data
COPY --from=build /opt/longtable /opt/longtable
ENV PATH=/opt/longtable/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    LONGTABLE_CACHE=/srv/longtable/data/cache \
    LONGTABLE_STATUS=9464
WORKDIR /srv/longtable
USER 10001:10001
# All that is kept. Where no token is set the page of the playground is at 8080; it listens to the outside of the
# container only where LONGTABLE_HOST says so, as compose.yaml does.
VOLUME /srv/longtable/data
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 CMD ["python", "-m", "tools.host.healthy"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["longtable"]
