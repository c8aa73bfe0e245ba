# One node, or a whole house for a living room:
#   docker build --tag tablee . && docker run --publish 8000:8000 --volume tablee:/data tablee
# compose.yaml starts three nodes with a data base and a balancer.

FROM python:3.13-slim AS build
WORKDIR /tablee
COPY pyproject.toml hatch_build.py README.md LICENSE ./
COPY requirements requirements
COPY src src
COPY web web
# Builds the page too, with the Node that comes as a wheel.
RUN python -m pip wheel --quiet --no-cache-dir --wheel-dir /wheels \
    --constraint requirements/house.txt --constraint requirements/tools.txt ".[cluster]"

FROM python:3.13-slim
COPY --from=build /wheels /wheels
RUN python -m pip install --quiet --no-cache-dir --no-index --find-links /wheels "tablee[cluster]" \
    && rm -r /wheels \
    && useradd --create-home --uid 1000 tablee \
    && install --directory --owner tablee --group tablee --mode 700 /data
USER tablee
ENV TABLEE_DATA=/data
VOLUME /data
EXPOSE 8000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=5s --timeout=3s --start-period=10s \
    CMD ["python", "-c", "from urllib.request import urlopen; urlopen('http://localhost:8000/healthz', timeout=2)"]
ENTRYPOINT ["tablee"]
CMD ["serve", "--host", "0.0.0.0", "--port", "8000"]
